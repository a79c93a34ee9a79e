// Constants of the program as values: addresses that constant expressions compute.

import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../src/ir/parse/parse.js';
import { programOf, runOnMachine } from '../sequential.js';

const header = `
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@table = global [4 x i64] [i64 10, i64 11, i64 12, i64 13]
@words = global [4 x i32] zeroinitializer
declare void @out(i64)
`;

/** What the program reads from there. */
function readFrom(address: string): unknown {
  const body = `define void @main() {\n  %1 = load i64, ptr ${address}\n  call void @out(i64 %1)\n  ret void\n}\n`;
  const parsed = parseModule(header + body, 'constants.ll');
  if (parsed.kind === 'failed') throw new Error(parsed.diagnostics.map((d) => d.message).join('\n'));
  return runOnMachine(programOf(parsed.value, 'main'), 'interpreted');
}

const third = 'getelementptr inbounds ([4 x i32], ptr @words, i64 0, i64 2)';

describe('addresses that constants compute', () => {
  it.each([
    // As clang 16 writes an index that compares addresses.
    [`getelementptr ([4 x i64], ptr @table, i64 0, i64 zext (i1 icmp ugt (ptr ${third}, ptr @words) to i64))`, 11n],
    [`getelementptr ([4 x i64], ptr @table, i64 0, i64 zext (i1 icmp ult (ptr ${third}, ptr @words) to i64))`, 10n],
    // An i1 that is set is −1 as an index.
    [`getelementptr ([4 x i64], ptr @table, i64 0, i64 sext (i1 icmp eq (ptr @words, ptr @words) to i64))`, undefined],
    [
      `getelementptr (i64, ptr getelementptr (i64, ptr @table, i64 3), i64 sext (i1 icmp eq (ptr @words, ptr @words) to i64))`,
      12n,
    ],
    [`getelementptr ([2 x i64], ptr @table, i64 zext (i1 icmp eq (ptr @words, ptr @words) to i64), i64 1)`, 13n],
  ])('%s', (address, value) => {
    expect(readFrom(address)).toMatchObject(
      value === undefined
        ? { kind: 'stopped', because: expect.stringContaining('invalid-access') }
        : { values: [value] },
    );
  });

  it('are not guessed where an index has no value', () => {
    const address = 'getelementptr ([4 x i64], ptr @table, i64 0, i64 undef)';
    expect(readFrom(address)).toMatchObject({
      because: expect.stringContaining('the constant expression getelementptr'),
    });
  });
});
