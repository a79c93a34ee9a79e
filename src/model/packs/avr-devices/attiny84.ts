// ATtiny24/44/84: its registers, their bits and its vectors, as facts from avr-libc's headers.
// The lines are explained in ../avr-family.ts.

import type { AvrFamily } from '../avr-family.js';

export const attiny84: AvrFamily = {
  header: 'iotn84',
  title: 'ATtiny24/44/84',
  devices: {
    attiny24: { flashEnd: 0x7ff, ramStart: 0x60, ramEnd: 0xdf, eepromEnd: 0x7f },
    attiny24a: { flashEnd: 0x7ff, ramStart: 0x60, ramEnd: 0xdf, eepromEnd: 0x7f },
    attiny44: { flashEnd: 0xfff, ramStart: 0x60, ramEnd: 0x15f, eepromEnd: 0xff },
    attiny44a: { flashEnd: 0xfff, ramStart: 0x60, ramEnd: 0x15f, eepromEnd: 0xff },
    attiny84: { flashEnd: 0x1fff, ramStart: 0x60, ramEnd: 0x25f, eepromEnd: 0x1ff },
    attiny84a: { flashEnd: 0x1fff, ramStart: 0x60, ramEnd: 0x25f, eepromEnd: 0x1ff },
  },
  vectors: `
INT0/EXT_INT0 PCINT0 PCINT1 WDT/WATCHDOG TIMER1_CAPT/TIM1_CAPT TIM1_COMPA TIM1_COMPB TIM1_OVF TIM0_COMPA
TIM0_COMPB TIM0_OVF ANA_COMP ADC EE_RDY USI_START/USI_STR USI_OVF
`,
  registers: `
byte 0x20 PRR PRTIM1 PRTIM0 PRUSI PRADC
byte 0x21 DIDR0 ADC7D ADC6D ADC5D ADC4D ADC3D ADC2D ADC1D ADC0D
byte 0x23 ADCSRB BIN ACME - ADLAR - ADTS2 ADTS1 ADTS0
word 0x24 ADC
word 0x24 ADCW
byte 0x24 ADCL
byte 0x25 ADCH
byte 0x26 ADCSRA ADEN ADSC ADATE ADIF ADIE ADPS2 ADPS1 ADPS0
byte 0x27 ADMUX REFS1 REFS0 MUX5 MUX4 MUX3 MUX2 MUX1 MUX0
byte 0x28 ACSR ACD ACBG ACO ACI ACIE ACIC ACIS1 ACIS0
byte 0x2b TIFR1 ICF1 - - OCF1B OCF1A TOV1
byte 0x2c TIMSK1 ICIE1 - - OCIE1B OCIE1A TOIE1
byte 0x2d USICR USISIE USIOIE USIWM1 USIWM0 USICS1 USICS0 USICLK USITC
byte 0x2e USISR USISIF USIOIF USIPF USIDC USICNT3 USICNT2 USICNT1 USICNT0
byte 0x2f USIDR
byte 0x30 USIBR
byte 0x32 PCMSK0 PCINT7 PCINT6 PCINT5 PCINT4 PCINT3 PCINT2 PCINT1 PCINT0
byte 0x33 GPIOR0
byte 0x34 GPIOR1
byte 0x35 GPIOR2
port B 0x36 0x37 0x38 0,1,2,3
port A 0x39 0x3a 0x3b 0,1,2,3,4,5,6,7
byte 0x3c EECR EEPM1 EEPM0 EERIE EEMPE EEPE EERE
byte 0x3d EEDR
word 0x3e EEAR
byte 0x3e EEARL
byte 0x3f EEARH
byte 0x40 PCMSK1 PCINT11 PCINT10 PCINT9 PCINT8
byte 0x41 WDTCSR WDIF WDIE WDP3 WDCE WDE WDP2 WDP1 WDP0
byte 0x42 TCCR1C FOC1A FOC1B - - - - - -
byte 0x43 GTCCR TSM - - - - - - PSR10
word 0x44 ICR1
byte 0x44 ICR1L
byte 0x45 ICR1H
byte 0x46 CLKPR CLKPCE - - - CLKPS3 CLKPS2 CLKPS1 CLKPS0
byte 0x47 DWDR
word 0x48 OCR1B
word 0x48 OCRB1
byte 0x48 OCR1BL
byte 0x48 OCRB1L
byte 0x49 OCR1BH
byte 0x49 OCRB1H
word 0x4a OCR1A
word 0x4a OCRA1
byte 0x4a OCR1AL
byte 0x4a OCRA1L
byte 0x4b OCR1AH
byte 0x4b OCRA1H
word 0x4c TCNT1
byte 0x4c TCNT1L
byte 0x4d TCNT1H
byte 0x4e TCCR1B ICNC1 ICES1 - WGM13 WGM12 CS12 CS11 CS10
byte 0x4f TCCR1A COM1A1 COM1A0 COM1B1 COM1B0 - - WGM11 WGM10
byte 0x50 TCCR0A COM0A1 COM0A0 COM0B1 COM0B0 - - WGM01 WGM00
byte 0x51 OSCCAL
byte 0x52 TCNT0
byte 0x53 TCCR0B FOC0A FOC0B - - WGM02 CS02 CS01 CS00
byte 0x54 MCUSR WDRF BORF EXTRF PORF
byte 0x55 MCUCR BODS PUD SE SM1 SM0 BODSE ISC01 ISC00
byte 0x56 OCR0A
byte 0x57 SPMCSR RSIG CTPB RFLB PGWRT PGERS SPMEN
byte 0x58 TIFR0 OCF0B OCF0A TOV0
byte 0x59 TIMSK0 OCIE0B OCIE0A TOIE0
byte 0x5a GIFR INTF0 PCIF1 PCIF0 - - - -
byte 0x5b GIMSK INT0 PCIE1 PCIE0 - - - -
byte 0x5c OCR0B
`,
};
