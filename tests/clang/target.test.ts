import { describe, expect, it } from 'vitest';
import { avrDeviceMacro, impliedFlags, inferTarget } from '../../src/clang/target.js';

describe('the target of a compiler call', () => {
  it.each([
    ['avr-gcc', ['-mmcu=atmega328p'], 'avr'],
    ['/opt/avr/bin/avr-g++', [], 'avr'],
    ['arm-none-eabi-gcc', ['-mcpu=cortex-m4', '-mthumb'], 'thumbv7em-none-eabi'],
    ['arm-none-eabi-gcc', ['-mcpu=cortex-m4', '-mfloat-abi=hard'], 'thumbv7em-none-eabihf'],
    ['arm-none-eabi-gcc-10.3.1', ['-mcpu=cortex-m0plus'], 'thumbv6m-none-eabi'],
    ['C:\\gcc\\bin\\arm-none-eabi-gcc.exe', ['-mcpu=cortex-m3'], 'thumbv7m-none-eabi'],
    ['arm-none-eabi-gcc', ['-mcpu=cortex-m33+nodsp'], 'thumbv8m.main-none-eabi'],
    ['arm-none-eabi-gcc', ['-march=armv8.1-m.main'], 'thumbv8.1m.main-none-eabi'],
    ['arm-none-eabi-gcc', ['-mcpu=arm7tdmi'], 'arm-none-eabi'],
    ['arm-none-eabi-gcc', ['-mcpu=cortex-m0', '-mcpu=cortex-m7'], 'thumbv7em-none-eabi'],
    ['riscv64-unknown-elf-gcc', ['-march=rv32imac', '-mabi=ilp32'], 'riscv32-unknown-elf'],
    ['riscv64-unknown-elf-gcc', [], 'riscv64-unknown-elf'],
    ['riscv-none-elf-gcc', [], 'riscv32-unknown-elf'],
    ['msp430-elf-gcc', ['-mmcu=msp430g2553'], 'msp430-none-elf'],
    ['aarch64-linux-gnu-gcc', [], 'aarch64-linux-gnu'],
    ['iccarm', ['--cpu', 'Cortex-M4'], 'thumbv7em-none-eabi'],
    ['clang', ['--target=armv7m-none-eabi'], 'armv7m-none-eabi'],
    ['clang', ['-target', 'avr'], 'avr'],
    [undefined, ['-mmcu=attiny85'], 'avr'],
    [undefined, ['-mmcu=msp430f5529'], 'msp430-none-elf'],
    [undefined, ['-mcpu=cortex-m55'], 'thumbv8.1m.main-none-eabi'],
    [undefined, ['-march=rv64gc'], 'riscv64-unknown-elf'],
    ['gcc', ['-O2'], undefined],
    ['my-gcc', [], undefined],
    ['/usr/bin/clang-16', [], undefined],
    ['cc', ['-m32'], undefined],
  ])('%s %j is %s', (compiler, flags, target) => {
    expect(inferTarget(compiler, flags)).toBe(target);
  });

  it('spells the macros of AVR devices as avr-libc does', () => {
    expect(['atmega328pb', 'attiny3217', 'atxmega128a1', 'at90usb1286', 'avr128da48'].map(avrDeviceMacro)).toEqual([
      '__AVR_ATmega328PB__',
      '__AVR_ATtiny3217__',
      '__AVR_ATxmega128A1__',
      '__AVR_AT90USB1286__',
      '__AVR_AVR128DA48__',
    ]);
  });

  it('makes enumerations short where gcc does', () => {
    expect(impliedFlags('arm-none-eabi-gcc')).toEqual(['-fshort-enums']);
    expect(impliedFlags('arm-linux-gnueabihf-gcc')).toEqual([]);
    expect(impliedFlags('avr-gcc')).toEqual([]);
  });
});
