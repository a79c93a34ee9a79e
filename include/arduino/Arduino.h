/*
 * What a sketch expects of the Arduino core, as declarations: for sketches whose core is not among the sources. Time,
 * pins and serial ports give arbitrary values. With a core's own folders on the include path (-I), its header counts.
 */
#ifndef Arduino_h
#define Arduino_h

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#endif

#ifndef F_CPU
#define F_CPU 16000000UL
#endif
#ifndef ARDUINO
#define ARDUINO 10819
#endif

#define HIGH 0x1
#define LOW 0x0
#define INPUT 0x0
#define OUTPUT 0x1
#define INPUT_PULLUP 0x2
#define CHANGE 1
#define FALLING 2
#define RISING 3
#define DEFAULT 1
#define INTERNAL 3
#define EXTERNAL 0
#define LSBFIRST 0
#define MSBFIRST 1
#define SERIAL_8N1 0x06
#define PI 3.1415926535897932384626433832795
#define LED_BUILTIN 13
#define NOT_AN_INTERRUPT -1

#define A0 14
#define A1 15
#define A2 16
#define A3 17
#define A4 18
#define A5 19
#define A6 20
#define A7 21

#define bitRead(value, bit) (((value) >> (bit)) & 0x01)
#define bitSet(value, bit) ((value) |= (1UL << (bit)))
#define bitClear(value, bit) ((value) &= ~(1UL << (bit)))
#define bitWrite(value, bit, to) ((to) ? bitSet(value, bit) : bitClear(value, bit))
#define bit(b) (1UL << (b))
#define lowByte(w) ((uint8_t)((w) & 0xff))
#define highByte(w) ((uint8_t)((w) >> 8))
#define constrain(value, low, high) ((value) < (low) ? (low) : ((value) > (high) ? (high) : (value)))
#define sq(x) ((x) * (x))
#ifndef min
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#define digitalPinToInterrupt(pin) ((pin) == 2 ? 0 : ((pin) == 3 ? 1 : NOT_AN_INTERRUPT))

#if defined __AVR__
#define interrupts() sei()
#define noInterrupts() cli()
#elif defined __arm__
#define interrupts() __asm__ __volatile__("cpsie i" ::: "memory")
#define noInterrupts() __asm__ __volatile__("cpsid i" ::: "memory")
#endif

typedef bool boolean;
typedef uint8_t byte;
typedef uint16_t word;

#ifdef __cplusplus
extern "C" {
#endif
void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t value);
int digitalRead(uint8_t pin);
int analogRead(uint8_t pin);
void analogReference(uint8_t mode);
void analogWrite(uint8_t pin, int value);
unsigned long millis(void);
unsigned long micros(void);
void delay(unsigned long ms);
void delayMicroseconds(unsigned int us);
unsigned long pulseInLong(uint8_t pin, uint8_t state, unsigned long timeout);
void shiftOut(uint8_t data, uint8_t clock, uint8_t order, uint8_t value);
uint8_t shiftIn(uint8_t data, uint8_t clock, uint8_t order);
void attachInterrupt(uint8_t interrupt, void (*handler)(void), int mode);
void detachInterrupt(uint8_t interrupt);
void yield(void);
#ifdef __cplusplus
}

unsigned long pulseIn(uint8_t pin, uint8_t state, unsigned long timeout = 1000000L);
void tone(uint8_t pin, unsigned int frequency, unsigned long duration = 0);
void noTone(uint8_t pin);
long random(long high);
long random(long low, long high);
void randomSeed(unsigned long seed);
long map(long value, long fromLow, long fromHigh, long toLow, long toHigh);

#ifndef PSTR
#define PSTR(text) (text)
#endif
class __FlashStringHelper;
#define F(text) (reinterpret_cast<const __FlashStringHelper *>(PSTR(text)))

#define DEC 10
#define HEX 16
#define OCT 8
#define BIN 2

/* Ports for characters: what is printed is lost, what is read is arbitrary. */
class Stream {
  public:
    void begin(unsigned long baud);
    void begin(unsigned long baud, uint8_t config);
    void end();
    int available();
    int availableForWrite();
    int read();
    int peek();
    void flush();
    size_t write(uint8_t value);
    size_t write(const uint8_t *buffer, size_t size);
    void setTimeout(unsigned long timeout);
    long parseInt();
    float parseFloat();
    size_t print(const __FlashStringHelper *text);
    size_t print(const char *text);
    size_t print(char value);
    size_t print(unsigned char value, int base = DEC);
    size_t print(int value, int base = DEC);
    size_t print(unsigned int value, int base = DEC);
    size_t print(long value, int base = DEC);
    size_t print(unsigned long value, int base = DEC);
    size_t print(double value, int digits = 2);
    size_t println();
    size_t println(const __FlashStringHelper *text);
    size_t println(const char *text);
    size_t println(char value);
    size_t println(unsigned char value, int base = DEC);
    size_t println(int value, int base = DEC);
    size_t println(unsigned int value, int base = DEC);
    size_t println(long value, int base = DEC);
    size_t println(unsigned long value, int base = DEC);
    size_t println(double value, int digits = 2);
    operator bool();
};
class HardwareSerial : public Stream {};
extern HardwareSerial Serial;
extern HardwareSerial Serial1;
extern HardwareSerial Serial2;
extern HardwareSerial Serial3;

void setup();
void loop();
#endif

#endif
