// ATmega48/88/168/328: its registers, their bits and its vectors, as facts from avr-libc's headers.
// The lines are explained in ../avr-family.ts.

import type { AvrFamily } from '../avr-family.js';

export const atmega328p: AvrFamily = {
  header: 'iom328p',
  title: 'ATmega328P family',
  devices: {
    atmega48: { flashEnd: 0xfff, ramStart: 0x100, ramEnd: 0x2ff, eepromEnd: 0xff },
    atmega48a: { flashEnd: 0xfff, ramStart: 0x100, ramEnd: 0x2ff, eepromEnd: 0xff },
    atmega48p: { flashEnd: 0xfff, ramStart: 0x100, ramEnd: 0x2ff, eepromEnd: 0xff },
    atmega48pa: { flashEnd: 0xfff, ramStart: 0x100, ramEnd: 0x2ff, eepromEnd: 0xff },
    atmega48pb: { flashEnd: 0xfff, ramStart: 0x100, ramEnd: 0x2ff, eepromEnd: 0xff },
    atmega88: { flashEnd: 0x1fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega88a: { flashEnd: 0x1fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega88p: { flashEnd: 0x1fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega88pa: { flashEnd: 0x1fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega88pb: { flashEnd: 0x1fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega168: { flashEnd: 0x3fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega168a: { flashEnd: 0x3fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega168p: { flashEnd: 0x3fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega168pa: { flashEnd: 0x3fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega168pb: { flashEnd: 0x3fff, ramStart: 0x100, ramEnd: 0x4ff, eepromEnd: 0x1ff },
    atmega328: { flashEnd: 0x7fff, ramStart: 0x100, ramEnd: 0x8ff, eepromEnd: 0x3ff },
    atmega328p: { flashEnd: 0x7fff, ramStart: 0x100, ramEnd: 0x8ff, eepromEnd: 0x3ff },
  },
  vectors: `
INT0 INT1 PCINT0 PCINT1 PCINT2 WDT TIMER2_COMPA TIMER2_COMPB TIMER2_OVF TIMER1_CAPT TIMER1_COMPA TIMER1_COMPB
TIMER1_OVF TIMER0_COMPA TIMER0_COMPB TIMER0_OVF SPI_STC USART_RX USART_UDRE USART_TX ADC EE_READY ANALOG_COMP
TWI SPM_READY
`,
  registers: `
port B 0x23 0x24 0x25 0,1,2,3,4,5,6,7
port C 0x26 0x27 0x28 0,1,2,3,4,5,6
port D 0x29 0x2a 0x2b 0,1,2,3,4,5,6,7
byte 0x35 TIFR0 OCF0B OCF0A TOV0
byte 0x36 TIFR1 ICF1 - - OCF1B OCF1A TOV1
byte 0x37 TIFR2 OCF2B OCF2A TOV2
byte 0x3b PCIFR PCIF2 PCIF1 PCIF0
byte 0x3c EIFR INTF1 INTF0
byte 0x3d EIMSK INT1 INT0
byte 0x3e GPIOR0
byte 0x3f EECR EEPM1 EEPM0 EERIE EEMPE EEPE EERE
byte 0x40 EEDR
word 0x41 EEAR
byte 0x41 EEARL
byte 0x42 EEARH
byte 0x43 GTCCR TSM - - - - - PSRASY PSRSYNC
byte 0x44 TCCR0A COM0A1 COM0A0 COM0B1 COM0B0 - - WGM01 WGM00
byte 0x45 TCCR0B FOC0A FOC0B - - WGM02 CS02 CS01 CS00
byte 0x46 TCNT0
byte 0x47 OCR0A
byte 0x48 OCR0B
byte 0x4a GPIOR1
byte 0x4b GPIOR2
byte 0x4c SPCR SPIE SPE DORD MSTR CPOL CPHA SPR1 SPR0
byte 0x4d SPSR SPIF WCOL - - - - - SPI2X
byte 0x4e SPDR
byte 0x50 ACSR ACD ACBG ACO ACI ACIE ACIC ACIS1 ACIS0
byte 0x53 SMCR SM2 SM1 SM0 SE
byte 0x54 MCUSR WDRF BORF EXTRF PORF
byte 0x55 MCUCR BODS BODSE PUD - - IVSEL IVCE
byte 0x57 SPMCSR SPMIE - - - - - - SELFPRGEN
byte 0x60 WDTCSR WDIF WDIE WDP3 WDCE WDE WDP2 WDP1 WDP0
byte 0x61 CLKPR CLKPCE - - - CLKPS3 CLKPS2 CLKPS1 CLKPS0
byte 0x64 PRR PRTWI PRTIM2 PRTIM0 - PRTIM1 PRSPI PRUSART0 PRADC
byte 0x66 OSCCAL CAL7 CAL6 CAL5 CAL4 CAL3 CAL2 CAL1 CAL0
byte 0x68 PCICR PCIE2 PCIE1 PCIE0
byte 0x69 EICRA ISC11 ISC10 ISC01 ISC00
byte 0x6b PCMSK0 PCINT7 PCINT6 PCINT5 PCINT4 PCINT3 PCINT2 PCINT1 PCINT0
byte 0x6c PCMSK1 PCINT14 PCINT13 PCINT12 PCINT11 PCINT10 PCINT9 PCINT8
byte 0x6d PCMSK2 PCINT23 PCINT22 PCINT21 PCINT20 PCINT19 PCINT18 PCINT17 PCINT16
byte 0x6e TIMSK0 OCIE0B OCIE0A TOIE0
byte 0x6f TIMSK1 ICIE1 - - OCIE1B OCIE1A TOIE1
byte 0x70 TIMSK2 OCIE2B OCIE2A TOIE2
word 0x78 ADC
word 0x78 ADCW
byte 0x78 ADCL
byte 0x79 ADCH
byte 0x7a ADCSRA ADEN ADSC ADATE ADIF ADIE ADPS2 ADPS1 ADPS0
byte 0x7b ADCSRB ACME - - - ADTS2 ADTS1 ADTS0
byte 0x7c ADMUX REFS1 REFS0 ADLAR - MUX3 MUX2 MUX1 MUX0
byte 0x7e DIDR0 ADC5D ADC4D ADC3D ADC2D ADC1D ADC0D
byte 0x7f DIDR1 AIN1D AIN0D
byte 0x80 TCCR1A COM1A1 COM1A0 COM1B1 COM1B0 - - WGM11 WGM10
byte 0x81 TCCR1B ICNC1 ICES1 - WGM13 WGM12 CS12 CS11 CS10
byte 0x82 TCCR1C FOC1A FOC1B - - - - - -
word 0x84 TCNT1
byte 0x84 TCNT1L
byte 0x85 TCNT1H
word 0x86 ICR1
byte 0x86 ICR1L
byte 0x87 ICR1H
word 0x88 OCR1A
byte 0x88 OCR1AL
byte 0x89 OCR1AH
word 0x8a OCR1B
byte 0x8a OCR1BL
byte 0x8b OCR1BH
byte 0xb0 TCCR2A COM2A1 COM2A0 COM2B1 COM2B0 - - WGM21 WGM20
byte 0xb1 TCCR2B FOC2A FOC2B - - WGM22 CS22 CS21 CS20
byte 0xb2 TCNT2
byte 0xb3 OCR2A
byte 0xb4 OCR2B
byte 0xb6 ASSR EXCLK AS2 TCN2UB OCR2AUB OCR2BUB TCR2AUB TCR2BUB
byte 0xb8 TWBR
byte 0xb9 TWSR TWS7 TWS6 TWS5 TWS4 TWS3 - TWPS1 TWPS0
byte 0xba TWAR TWA6 TWA5 TWA4 TWA3 TWA2 TWA1 TWA0 TWGCE
byte 0xbb TWDR TWD7 TWD6 TWD5 TWD4 TWD3 TWD2 TWD1 TWD0
byte 0xbc TWCR TWINT TWEA TWSTA TWSTO TWWC TWEN - TWIE
byte 0xbd TWAMR TWAM6 TWAM5 TWAM4 TWAM3 TWAM2 TWAM1 TWAM0 -
byte 0xc0 UCSR0A RXC0 TXC0 UDRE0 FE0 DOR0 UPE0 U2X0 MPCM0
byte 0xc1 UCSR0B RXCIE0 TXCIE0 UDRIE0 RXEN0 TXEN0 UCSZ02 RXB80 TXB80
byte 0xc2 UCSR0C UMSEL01 UMSEL00 UPM01 UPM00 USBS0 UCSZ01/UDORD0 UCSZ00/UCPHA0 UCPOL0
word 0xc4 UBRR0
byte 0xc4 UBRR0L UBRR0_7 UBRR0_6 UBRR0_5 UBRR0_4 UBRR0_3 UBRR0_2 UBRR0_1 UBRR0_0
byte 0xc5 UBRR0H UBRR0_11 UBRR0_10 UBRR0_9 UBRR0_8
byte 0xc6 UDR0
`,
  bits: `
SPMEN=0 PGERS=1 PGWRT=2 BLBSET=3 RWWSRE=4 SIGRD=5 RWWSB=6
`,
};
