// What the verifier says about a text, as `line: message`.

import { TypeTable } from '../../../src/ir/type-table.js';
import { readForeignModule } from '../../../src/ir/verify/verify.js';

export function complaintsAboutText(text: string): readonly string[] {
  const read = readForeignModule(text, 'test.ll', new TypeTable(), '');
  return read.diagnostics
    .filter((diagnostic) => diagnostic.code !== 'ir-more-problems')
    .map((diagnostic) => `${diagnostic.place?.line}: ${diagnostic.message}`);
}

/** About a body whose line 3 is the one that matters: `entry:` is line 2. */
export function complaintsAboutBody(line: string, rest = 'ret void', around = ''): readonly string[] {
  return complaintsAboutText(`define void @f(i32 %a, ptr %p, i64 %w, float %x, i1 %c, <2 x i32> %v) {
entry:
  ${line}
  ${rest}
}
${around}`).map((complaint) => complaint.replace('in function f: ', ''));
}
