// Functions with variable arguments as C text.

import type { VariadicDefinition } from './syntax.js';
import type { RecordType } from './type.js';

export function variadicSignature(fn: VariadicDefinition): string {
  return `static unsigned long long ${fn.name}(const char *codes, ...)`;
}

export function printVariadic(fn: VariadicDefinition): string {
  const record =
    fn.record === undefined
      ? ''
      : `      case 's': { ${fn.record.name} record = va_arg(list, ${fn.record.name}); total += sizeof record; ${recordSum(fn.record)} break; }\n`;
  const loop = (list: string) => `  for (; *codes; codes++) {
    total = total * 31 + 7;
    switch (*codes) {
      case 'i': total += (unsigned long long)va_arg(${list}, int); break;
      case 'u': total += va_arg(${list}, unsigned); break;
      case 'l': total ^= (unsigned long long)va_arg(${list}, long); break;
      case 'q': total ^= va_arg(${list}, unsigned long long); break;
      case 'd': total += double_bits(va_arg(${list}, double)); break;
      case 'p': total += (unsigned long long)*va_arg(${list}, const int *); break;
${record.replaceAll('va_arg(list', `va_arg(${list}`)}    }
  }
`;
  const reader = fn.delegates
    ? `static unsigned long long ${fn.name}_list(const char *codes, va_list list) {\n  unsigned long long total = 1;\n${loop('list')}  return total;\n}\n`
    : '';
  const read = (list: string) =>
    fn.delegates
      ? `  total += ${fn.name}_list(codes, ${list});\n`
      : `  {\n  const char *const start = codes;\n${loop(list)}  codes = start;\n  }\n`;
  const second = fn.copies ? `  total *= 3;\n${read('copy')}  va_end(copy);\n` : '';
  return `${reader}${variadicSignature(fn)} {
  unsigned long long total = 0;
  va_list list;
  va_start(list, codes);
${fn.copies ? '  va_list copy;\n  va_copy(copy, list);\n' : ''}${read('list')}  va_end(list);
${second}  return total;
}`;
}

function recordSum(record: RecordType): string {
  return record.fields
    .filter((f) => f.name !== '' && (f.type.kind === 'integer' || f.type.kind === 'float'))
    .map(
      (f) =>
        `total += ${f.type.kind === 'float' ? `${f.type.name}_bits(record.${f.name})` : `(unsigned long long)record.${f.name}`};`,
    )
    .join(' ');
}
