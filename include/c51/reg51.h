/* The special function registers of the 8051, as registers of unknown content. */
#ifndef PREEMPT_C51_REG51_H
#define PREEMPT_C51_REG51_H

extern volatile unsigned char P0;
extern volatile unsigned char SP;
extern volatile unsigned char DPL;
extern volatile unsigned char DPH;
extern volatile unsigned char PCON;
extern volatile unsigned char TCON;
extern volatile unsigned char TMOD;
extern volatile unsigned char TL0;
extern volatile unsigned char TL1;
extern volatile unsigned char TH0;
extern volatile unsigned char TH1;
extern volatile unsigned char P1;
extern volatile unsigned char SCON;
extern volatile unsigned char SBUF;
extern volatile unsigned char P2;
extern volatile unsigned char IE;
extern volatile unsigned char P3;
extern volatile unsigned char IP;
extern volatile unsigned char PSW;
extern volatile unsigned char ACC;
extern volatile unsigned char B;

/* bits of TCON */
extern volatile _Bool TF1;
extern volatile _Bool TR1;
extern volatile _Bool TF0;
extern volatile _Bool TR0;
extern volatile _Bool IE1;
extern volatile _Bool IT1;
extern volatile _Bool IE0;
extern volatile _Bool IT0;

/* bits of SCON */
extern volatile _Bool SM0;
extern volatile _Bool SM1;
extern volatile _Bool SM2;
extern volatile _Bool REN;
extern volatile _Bool TB8;
extern volatile _Bool RB8;
extern volatile _Bool TI;
extern volatile _Bool RI;

/* bits of IE */
extern volatile _Bool EA;
extern volatile _Bool ES;
extern volatile _Bool ET1;
extern volatile _Bool EX1;
extern volatile _Bool ET0;
extern volatile _Bool EX0;

/* bits of IP */
extern volatile _Bool PS;
extern volatile _Bool PT1;
extern volatile _Bool PX1;
extern volatile _Bool PT0;
extern volatile _Bool PX0;

/* bits of P3 */
extern volatile _Bool RD;
extern volatile _Bool WR;
extern volatile _Bool T1;
extern volatile _Bool T0;
extern volatile _Bool INT1;
extern volatile _Bool INT0;
extern volatile _Bool TXD;
extern volatile _Bool RXD;

/* bits of PSW */
extern volatile _Bool CY;
extern volatile _Bool AC;
extern volatile _Bool F0;
extern volatile _Bool RS1;
extern volatile _Bool RS0;
extern volatile _Bool OV;
extern volatile _Bool P;

#endif
