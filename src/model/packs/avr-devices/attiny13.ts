// ATtiny13: its registers, their bits and its vectors, as facts from avr-libc's headers.
// The lines are explained in ../avr-family.ts.

import type { AvrFamily } from '../avr-family.js';

export const attiny13: AvrFamily = {
  header: 'iotn13',
  title: 'ATtiny13',
  devices: {
    attiny13: { flashEnd: 0x3ff, ramStart: 0x60, ramEnd: 0x9f, eepromEnd: 0x3f },
    attiny13a: { flashEnd: 0x3ff, ramStart: 0x60, ramEnd: 0x9f, eepromEnd: 0x3f },
  },
  vectors: `
INT0 PCINT0 TIM0_OVF EE_RDY ANA_COMP TIM0_COMPA TIM0_COMPB WDT ADC
`,
  registers: `
byte 0x23 ADCSRB ACME - - - ADTS2 ADTS1 ADTS0
word 0x24 ADC
word 0x24 ADCW
byte 0x24 ADCL
byte 0x25 ADCH
byte 0x26 ADCSRA ADEN ADSC ADATE ADIF ADIE ADPS2 ADPS1 ADPS0
byte 0x27 ADMUX REFS0 ADLAR - - - MUX1 MUX0
byte 0x28 ACSR ACD ACBG ACO ACI ACIE - ACIS1 ACIS0
byte 0x34 DIDR0 ADC0D ADC2D ADC3D ADC1D AIN1D AIN0D
byte 0x35 PCMSK PCINT5 PCINT4 PCINT3 PCINT2 PCINT1 PCINT0
port B 0x36 0x37 0x38 0,1,2,3,4,5
byte 0x3c EECR EEPM1 EEPM0 EERIE EEMPE EEPE EERE
byte 0x3d EEDR
byte 0x3e EEAR
byte 0x3e EEARL
byte 0x41 WDTCR WDTIF WDTIE WDP3 WDCE WDE WDP2 WDP1 WDP0
byte 0x46 CLKPR CLKPCE - - - CLKPS3 CLKPS2 CLKPS1 CLKPS0
byte 0x48 GTCCR TSM - - - - - - PSR10
byte 0x49 OCR0B
byte 0x4e DWDR
byte 0x4f TCCR0A COM0A1 COM0A0 COM0B1 COM0B0 - - WGM01 WGM00
byte 0x51 OSCCAL
byte 0x52 TCNT0
byte 0x53 TCCR0B FOC0A FOC0B - - WGM02 CS02 CS01 CS00
byte 0x54 MCUSR WDRF BORF EXTRF PORF
byte 0x55 MCUCR PUD SE SM1 SM0 - ISC01 ISC00
byte 0x56 OCR0A
byte 0x57 SPMCSR CTPB RFLB PGWRT PGERS SPMEN/SELFPRGEN
byte 0x58 TIFR0 OCF0B OCF0A TOV0 -
byte 0x59 TIMSK0 OCIE0B OCIE0A TOIE0 -
byte 0x5a GIFR INTF0 PCIF - - - - -
byte 0x5b GIMSK INT0 PCIE - - - - -
`,
};
