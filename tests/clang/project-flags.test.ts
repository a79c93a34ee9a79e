import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectOf } from '../../src/clang/project.js';
import { cleanProjectFlags, placeOfWord } from '../../src/clang/project-flags.js';
import { collectSources } from '../../src/clang/sources.js';
import { workspace } from './workspace.js';

function clean(flags: readonly string[], trust = false) {
  const directory = workspace({ 'pre.h': '', 'secret.txt': '', 'in/pre.h': '' });
  return cleanProjectFlags(flags, join(directory, 'in'), projectOf([join(directory, 'in')], { trust }));
}

describe('flags of the project', () => {
  it.each([
    [['-fplugin=./evil.so'], 'it loads code into the compiler'],
    [['-fplugin-arg-evil-x=1'], 'it loads code into the compiler'],
    [['-fpass-plugin=evil.so'], 'it loads code into the compiler'],
    [['-Xclang', '-load', '-Xclang', './evil.so'], 'it loads code into the compiler'],
    [['-Xclang', '-plugin', '-Xclang', 'evil'], 'it loads code into the compiler'],
    [['-Xclang', '-add-plugin', '-Xclang', 'evil'], 'it loads code into the compiler'],
    [['-Xclang', '-plugin-arg-evil', '-Xclang', 'x'], 'it loads code into the compiler'],
    [['-mllvm', '-load=./evil.so'], 'it loads code into the compiler'],
    [['-mllvm=-load=./evil.so'], 'it loads code into the compiler'],
    [['-wrapper', './evil.sh'], 'it makes the compiler start another program'],
    [['-ccc-gcc-name', './evil.sh'], 'it makes the compiler start another program'],
    [['-fmodule-mapper=|./evil.sh'], 'it makes the compiler start another program'],
    [['--config', 'evil.cfg'], 'it takes further flags from a file'],
    [['--config=evil.cfg'], 'it takes further flags from a file'],
    [['--config-user-dir=.'], 'it takes further flags from a file'],
    [['-ivfsoverlay', 'evil.yaml'], 'it shows the compiler other files than there are'],
    [['-Xclang', '-ivfsoverlay', '-Xclang', 'evil.yaml'], 'it shows the compiler other files than there are'],
    [['-vfsoverlay', 'evil.yaml'], 'it shows the compiler other files than there are'],
    [['-fmodule-file=evil.pcm'], 'it loads compiled code into the compiler'],
    [['-fprebuilt-module-path=.'], 'it loads compiled code into the compiler'],
    [['-include', '../secret.txt'], 'the file is outside of the project, and no header'],
    [['-imacros../secret.txt'], 'the file is outside of the project, and no header'],
  ])('refuses %j', (flags, because) => {
    const { arguments: kept, refused } = clean(['-DA', ...flags, '-DB']);
    expect(refused.map((each) => each.because)).toEqual([because]);
    expect(kept).toEqual(['-DA', '-DB']);
    expect(clean(flags, true).refused).toEqual([]);
  });

  it.each([
    ...[
      ['-o', '/home/me/.bashrc'],
      ['-MF', '/tmp/x'],
      ['-MF/tmp/x'],
      ['-oa.o'],
      ['-MJ', '/tmp/x'],
      ['-save-temps=obj'],
      ['-B/tmp/evil'],
      ['-B', '.'],
    ],
    ...[['--specs=nano.specs'], ['-specs=nosys.specs'], ['--gcc-toolchain=/tmp/evil'], ['-fuse-ld=/tmp/evil']],
    ...[
      ['-fprofile-use=/etc/passwd'],
      ['-fsanitize-ignorelist=/etc/passwd'],
      ['-no-integrated-cpp'],
      ['-fno-integrated-as'],
    ],
    ...[
      ['-Wp,-MD,x.d'],
      ['-Wa,-adhlns=x.lst'],
      ['-Wl,-Map=x.map'],
      ['-include-pch', 'x.pch'],
      ['-x', 'f95'],
      ['-xast'],
    ],
    ...[
      ['-Xclang', '-include-pch', '-Xclang', 'x.pch'],
      ['-mllvm', '-inline-threshold=3'],
      ['-Xpreprocessor', '-MD'],
    ],
    ...[['x.c'], ['-'], ['@nothing'], ['-I', ''], ['-target', '../x']],
  ])('leaves out %j without a word', (...flags) => {
    expect(clean(flags)).toMatchObject({ arguments: [], dropped: [], refused: [] });
  });

  it.each([
    ...[
      ['-I'],
      ['-include'],
      ['-fwho-knows'],
      ['--analyze'],
      ['-ftime-trace=x'],
      ['-working-directory=/'],
      ['-fdepfile-entry=x'],
    ],
    ...[
      ['--serialize-diagnostics', 'out'],
      ['-emit-ast'],
      ['-fcommon=/etc/passwd'],
      ['-mmcu=../evil'],
      ['--specs=/x/y'],
    ],
  ])('leaves out %j and says so', (...flags) => {
    expect(clean(flags)).toMatchObject({ arguments: [], dropped: [flags[0]], refused: [] });
  });

  it.each([
    [['-I', '@evil'], ['-I@evil']],
    [['-D', '@evil'], ['-D@evil']],
    [['-I', '-load'], ['-I./-load']],
    [['-include', '-pch'], ['-include./-pch']],
    [['-isystem', '-after'], ['-isystem./-after']],
    [['-I', '-Xclang', '-load', 'x.so'], ['-I./-load']],
    [['-Xclang', '-include', '-Xclang', 'pre.h'], ['-includepre.h']],
    [['--sysroot', 'root'], ['--sysroot=root']],
    [['-isysroot', 'root'], ['--sysroot=root']],
    [['-xc'], ['-x', 'c']],
  ])('spells %j so that clang reads it as we do', (flags, kept) => {
    expect(clean(flags)).toMatchObject({ arguments: kept, refused: [] });
  });

  it('are found in their file', () => {
    const text = '{\n  "flags": ["-DX", "-fplugin=a\\"b"]\n}\n';
    expect(placeOfWord('p.json', text, '-fplugin=a"b')).toEqual({ file: 'p.json', line: 2, column: 21 });
    expect(placeOfWord('p.json', text, '-nowhere')).toEqual({ file: 'p.json', line: 0, column: 0 });
  });
});

/** As the build systems write them. */
const commandLines: Readonly<Record<string, { readonly command: string; readonly kept: readonly string[] }>> = {
  'STM32CubeIDE, CMake': {
    command:
      '/opt/st/stm32cubeide/tools/bin/arm-none-eabi-gcc -DDEBUG -DUSE_HAL_DRIVER -DSTM32F407xx -ICore/Inc -IDrivers/CMSIS/Include ' +
      '-mcpu=cortex-m4 -std=gnu11 -g3 -O0 -ffunction-sections -fdata-sections -Wall -fstack-usage -fcyclomatic-complexity -MMD -MP ' +
      '-MF"Core/Src/main.d" -MT"Core/Src/main.o" --specs=nano.specs -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mthumb -o a.o -c a.c',
    kept: [
      ...['-fshort-enums', '-DDEBUG', '-DUSE_HAL_DRIVER', '-DSTM32F407xx', '-ICore/Inc', '-IDrivers/CMSIS/Include'],
      ...['-mcpu=cortex-m4', '-std=gnu11', '-mfpu=fpv4-sp-d16', '-mfloat-abi=hard', '-mthumb'],
    ],
  },
  'ESP-IDF': {
    command:
      '/root/.espressif/tools/xtensa-esp-elf/bin/xtensa-esp32-elf-gcc -DESP_PLATFORM -DIDF_VER=\\"v5.3\\" -Ibuild/config ' +
      '-I/root/esp/esp-idf/components/newlib/platform_include -mlongcalls -Wno-frame-address -fno-builtin-memcpy -fno-builtin-memset ' +
      '-ffunction-sections -fdata-sections -Wall -Werror=all -Wextra -gdwarf-4 -ggdb -Og -fno-shrink-wrap -fmacro-prefix-map=/a=. ' +
      '-fstrict-volatile-bitfields -fno-jump-tables -fno-tree-switch-conversion -std=gnu17 -Wno-old-style-declaration ' +
      '-specs=picolibc.specs -fzero-init-padding-bits=all -fno-malloc-dce -mdisable-hardware-atomics -o a.o -c a.c',
    kept: [
      ...[
        '-DESP_PLATFORM',
        '-DIDF_VER="v5.3"',
        '-Ibuild/config',
        '-I/root/esp/esp-idf/components/newlib/platform_include',
      ],
      ...[
        '-mlongcalls',
        '-fno-builtin-memcpy',
        '-fno-builtin-memset',
        '-fstrict-volatile-bitfields',
        '-fno-jump-tables',
      ],
      ...['-std=gnu17', '-fzero-init-padding-bits=all', '-mdisable-hardware-atomics'],
    ],
  },
  Zephyr: {
    command:
      'ccache /opt/zephyr-sdk/arm-zephyr-eabi/bin/arm-zephyr-eabi-gcc -DKERNEL -DK_HEAP_MEM_POOL_SIZE=0 -D__ZEPHYR__=1 -I/w/zephyr/include ' +
      '-isystem /w/zephyr/lib/libc/common/include -fno-strict-aliasing -Os -imacros zephyr/autoconf.h -fno-common -g -gdwarf-4 ' +
      '-fdiagnostics-color=always -mcpu=cortex-m4 -mthumb -mabi=aapcs -mfp16-format=ieee -mtp=soft --sysroot=/opt/sysroot ' +
      '-imacros /w/zephyr/include/zephyr/toolchain/zephyr_stdint.h -Wall -Wno-pointer-sign -fno-pic -fno-pie -fno-asynchronous-unwind-tables ' +
      '-ftls-model=local-exec -fno-reorder-functions --param=min-pagesize=0 -fno-defer-pop -fmacro-prefix-map=/w=W -ffunction-sections ' +
      '-fdata-sections -specs=picolibc.specs -D_POSIX_THREADS -std=c11 -fno-printf-return-value -MD -MT a.o -MF a.o.d -o a.o -c a.c',
    kept: [
      ...['-fshort-enums', '-DKERNEL', '-DK_HEAP_MEM_POOL_SIZE=0', '-D__ZEPHYR__=1', '-I/w/zephyr/include'],
      ...[
        '-isystem/w/zephyr/lib/libc/common/include',
        '-fno-strict-aliasing',
        '-imacroszephyr/autoconf.h',
        '-fno-common',
      ],
      ...['-mcpu=cortex-m4', '-mthumb', '-mabi=aapcs', '-mfp16-format=ieee', '-mtp=soft', '--sysroot=/opt/sysroot'],
      ...[
        '-imacros/w/zephyr/include/zephyr/toolchain/zephyr_stdint.h',
        '-ftls-model=local-exec',
        '-D_POSIX_THREADS',
        '-std=c11',
      ],
    ],
  },
  PlatformIO: {
    command:
      'avr-gcc -o .pio/build/uno/src/a.c.o -c -std=gnu11 -fno-fat-lto-objects -mmcu=atmega328p -Os -Wall -ffunction-sections -fdata-sections ' +
      '-flto -DPLATFORMIO=60118 -DARDUINO_AVR_UNO -DF_CPU=16000000L -Iinclude -Isrc -I/root/.platformio/packages/framework/cores/arduino a.c',
    kept: [
      ...['-std=gnu11', '-mmcu=atmega328p', '-DPLATFORMIO=60118', '-DARDUINO_AVR_UNO', '-DF_CPU=16000000L'],
      ...['-Iinclude', '-Isrc', '-I/root/.platformio/packages/framework/cores/arduino'],
    ],
  },
  'avr-gcc, make and bear': {
    command:
      '/usr/bin/avr-gcc -c -mmcu=atmega8 -I. -gdwarf-2 -DF_CPU=8000000UL -Os -funsigned-char -funsigned-bitfields -fpack-struct ' +
      '-fshort-enums -Wall -Wstrict-prototypes -Wa,-adhlns=./a.lst -std=gnu99 -MMD -MP -MF .dep/a.o.d a.c -o a.o',
    kept: [
      ...['-mmcu=atmega8', '-I.', '-DF_CPU=8000000UL', '-funsigned-char', '-funsigned-bitfields', '-fpack-struct'],
      ...['-fshort-enums', '-std=gnu99'],
    ],
  },
};

describe('what builds of firmware write', () => {
  it.each(Object.entries(commandLines))('%s: makes no noise, and keeps what matters', async (_, { command, kept }) => {
    const entries = JSON.stringify([{ directory: '.', file: 'a.c', command }]);
    const directory = workspace({ 'a.c': 'int a;', 'compile_commands.json': entries });
    const sources = await collectSources([directory], []);
    expect(sources.diagnostics).toEqual([]);
    expect(sources.kind === 'ok' && sources.value[0]?.arguments).toEqual(kept);
  });
});
