// Three levels: isr_3 may preempt isr_2 while that preempts isr_1. Each has 1 visible step, main none: all starts are after its end.
// Let e(S) be the executions of a set S of ISRs, each with 1 step, from an idle main; f(S) those that start with a given first ISR.
//   e({})=1, e({i})=2.
//   e({1,2}): none 1; first isr_1: before its step isr_2 may start (then 1 way) or the step is made and e({2})=2 follows: 3;
//             first isr_2: its step, then e({1})=2.                                                          1 + 3 + 2 = 6
//   e({1,3}) = e({2,3}) = 6 by the same rule.
//   e({1,2,3}): none 1
//     first isr_3: step, e({1,2}) = 6
//     first isr_2: step, e({1,3}) = 6; or isr_3 before the step, then e({1}) = 2:                            8
//     first isr_1: step, e({2,3}) = 6; isr_3 first: then, still in isr_1, either isr_2 before the step (1) or the step, e({2}) = 2: 3;
//                  isr_2 first: step, then in isr_1 either isr_3 (1) or the step, e({3}) = 2: 3; or isr_3 in isr_2, both end, isr_1 ends: 1
//                                                                                                           6 + 3 + 3 + 1 = 13
//   1 + 6 + 8 + 13 = 28.
// executions: 28
// finals: x=0; x=1; x=2; x=3
int x;

void isr_1(void) { x = 1; }
void isr_2(void) { x = 2; }
void isr_3(void) { x = 3; }

int main(void) {}
