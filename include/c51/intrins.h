/* Keil's intrinsic functions. */
#ifndef PREEMPT_C51_INTRINS_H
#define PREEMPT_C51_INTRINS_H

void _nop_(void);
_Bool _testbit_(_Bool bit);
unsigned char _crol_(unsigned char value, unsigned char count);
unsigned char _cror_(unsigned char value, unsigned char count);
unsigned int _irol_(unsigned int value, unsigned char count);
unsigned int _iror_(unsigned int value, unsigned char count);

#endif
