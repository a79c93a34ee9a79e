#include <avr/io.h>
