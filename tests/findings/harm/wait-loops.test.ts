import { expect, it } from 'vitest';
import { waitLoops } from '../../../src/findings/harm/wait-loops.js';
import { loadText } from '../../model/load.js';

it('call functions with more instructions than a call may have arguments', async () => {
  const sums = Array.from({ length: 140_000 }, (_, n) => `  %s${n} = add i32 %v, ${n}`);
  const { program } = await loadText({
    'a.ll': `@flag = global i32 0
define void @isr_1() {
  store volatile i32 1, ptr @flag
  ret void
}
define i32 @busy(i32 %v) {
${sums.join('\n')}
  ret i32 %s139999
}
define i32 @main() {
  br label %wait
wait:
  %x = load volatile i32, ptr @flag
  %y = call i32 @busy(i32 %x)
  %c = icmp eq i32 %x, 0
  br i1 %c, label %wait, label %end
end:
  ret i32 0
}`,
  });
  const { loopOf, ownLoopOf } = waitLoops(program);
  expect(ownLoopOf.size).toBe(4);
  expect(loopOf.size).toBeGreaterThan(4);
});
