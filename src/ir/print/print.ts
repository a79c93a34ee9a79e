// A module as LLVM IR text, for people who look at what the analyses see, and for other tools: one unit or the linked
// and cleaned-up whole. Our parser reads it back as the same module. Debug information becomes comments: places behind
// instructions, and where variables are.

import type { Place } from '../../base/diagnostic.js';
import type { Alias, Block, GlobalVariable, IrFunction, IrModule, Linkage } from '../module.js';
import { ConstantPrinter } from './constant.js';
import { InstructionPrinter } from './instruction.js';
import { nameText, stringText } from './name.js';
import { TypePrinter } from './type.js';

/** `shown`: how comments name a file. */
export function printModule(module: IrModule, shown: (file: string) => string = (file) => file): string {
  return new ModulePrinter(module, shown).text();
}

/** Attributes that LLVM has words for; others are strings. */
const words = new Set([
  ...['alwaysinline', 'cold', 'convergent', 'hot', 'inlinehint', 'minsize', 'mustprogress', 'naked', 'noduplicate'],
  ...[
    'nobuiltin',
    'nocallback',
    'nofree',
    'noimplicitfloat',
    'noinline',
    'nomerge',
    'norecurse',
    'noredzone',
    'noreturn',
  ],
  ...[
    'nosync',
    'nounwind',
    'nonlazybind',
    'noprofile',
    'optnone',
    'optsize',
    'returns_twice',
    'safestack',
    'speculatable',
  ],
  ...[
    'ssp',
    'sspreq',
    'sspstrong',
    'strictfp',
    'willreturn',
    'uwtable',
    'memory',
    'allocsize',
    'vscale_range',
    'allockind',
  ],
]);

class ModulePrinter {
  private readonly types = new TypePrinter();
  private readonly constants = new ConstantPrinter(this.types, labelText);

  constructor(
    private readonly module: IrModule,
    private readonly shown: (file: string) => string,
  ) {}

  text(): string {
    const { module } = this;
    const globals = [...module.globals.values()].map((variable) => this.variable(variable));
    const aliases = [...module.aliases.values()].map((alias) => this.alias(alias));
    const functions = [...module.functions.values()].map((fn) => this.function(fn));
    const head = [
      ...module.units.map(({ file }) => `; ${commentText(file)}`),
      `target datalayout = ${stringText(module.layout.text)}`,
      `target triple = ${stringText(module.triple)}`,
    ];
    const assembly = module.assembly.map((line) => `module asm ${stringText(line)}`);
    const parts = [head, assembly, this.types.definitions, globals, aliases].filter((lines) => lines.length > 0);
    return `${[...parts.map((lines) => lines.join('\n')), ...functions].join('\n\n')}\n`;
  }

  private place({ file, line, column }: Place): string {
    const where = `${this.shown(file)}:${line}`;
    return commentText(column === 0 ? where : `${where}:${column}`);
  }

  private variable(v: GlobalVariable): string {
    const isDeclared = v.initializer === undefined;
    const words = [
      ...(isDeclared && v.linkage !== 'extern_weak' ? ['external'] : linkageWords(v.linkage)),
      ...(v.threadLocal ? ['thread_local'] : []),
      ...(v.addressSpace === 0 ? [] : [`addrspace(${v.addressSpace})`]),
      v.constant ? 'constant' : 'global',
      v.initializer === undefined
        ? this.types.text(v.type)
        : `${this.types.text(v.type)} ${this.constants.text(v.initializer)}`,
    ];
    const section = v.section === undefined ? '' : `, section ${stringText(v.section)}`;
    const source = this.module.units[v.unit]?.debug.globalVariable(v.debug);
    const comment = source === undefined ? '' : ` ; ${this.place(source.place)}`;
    return `@${nameText(v.name)} = ${words.join(' ')}${section}, align ${v.align}${comment}`;
  }

  /** Of what type the thing is that it stands for, the module does not know. */
  private alias(a: Alias): string {
    const linkage = linkageWords(a.linkage).map((word) => `${word} `);
    const target = this.constants.typed(a.target);
    return `@${nameText(a.name)} = ${linkage.join('')}${a.ifunc ? 'ifunc void ()' : 'alias i8'}, ${target}`;
  }

  private function(fn: IrFunction): string {
    const isDefined = fn.blocks.length > 0;
    const labels = fn.blocks.map((block) => labelText(block.name));
    const printer = new InstructionPrinter(
      this.types,
      this.constants,
      this.module.layout,
      (n) => labels[n] ?? `b.${n}`,
    );
    const parameters = fn.type.parameters.map((type, n) => {
      const copied = fn.byValue?.get(n);
      const attribute = copied === undefined ? '' : ` byval(${this.types.text(copied.type)}) align ${copied.align}`;
      const promise = fn.constPointees?.has(n) === true ? ' readonly' : '';
      return `${this.types.text(type)}${attribute}${promise}${isDefined ? ` %r${n}` : ''}`;
    });
    const list = [...parameters, ...(fn.type.variadic ? ['...'] : [])].join(', ');
    const before = [
      isDefined ? 'define' : 'declare',
      ...linkageWords(fn.linkage),
      ...(fn.callingConvention === undefined ? [] : [fn.callingConvention]),
      this.types.text(fn.type.returns),
    ].join(' ');
    const after = [
      ...(fn.addressSpace === this.module.layout.programAddressSpace ? [] : [`addrspace(${fn.addressSpace})`]),
      ...[...fn.attributes].map(([name, value]) => attributeText(name, value)),
      ...(fn.section === undefined ? [] : [`section ${stringText(fn.section)}`]),
    ];
    const problems = fn.problems.map((problem) => `; ${commentText(problem.message)}\n`).join('');
    const header = [`${before} @${nameText(fn.name)}(${list})`, ...after].join(' ');
    if (!isDefined) return `${problems}${header}`;
    const blocks = fn.blocks.map((block, n) => this.block(fn, block, labels[n] ?? '', printer));
    return `${problems}${header} {\n${blocks.join('\n\n')}\n}`;
  }

  private block(fn: IrFunction, block: Block, label: string, printer: InstructionPrinter): string {
    const debug = this.module.units[fn.unit]?.debug;
    const lines = block.instructions.map((i) => {
      const text = printer.text(i);
      if (text === undefined) {
        if (i.op !== 'debug-declare' && i.op !== 'debug-value') return '';
        const variable = debug?.localVariable(i.variable)?.name ?? '?';
        const what = i.op === 'debug-declare' ? `is at ${printer.operand(i.address)}` : `= ${printer.operand(i.value)}`;
        return `  ; ${commentText(`${variable} ${what}`)}`;
      }
      const place = debug?.location(i.debug)?.place;
      return place === undefined ? `  ${text}` : `  ${text} ; ${this.place(place)}`;
    });
    return [`${label}:`, ...lines].join('\n');
  }
}

/** Registers are `%r0`, `%r1`, …: blocks get no such names, and no numbers, which LLVM wants without gaps. */
function labelText(name: string): string {
  return /^\d+$/.test(name) ? `b.${name}` : /^(r|b\.)\d+$/.test(name) ? `${name}.block` : nameText(name);
}

function linkageWords(linkage: Linkage): readonly string[] {
  return linkage === 'external' ? [] : [linkage];
}

function attributeText(name: string, value: string): string {
  if (!words.has(name)) return value === '' ? stringText(name) : `${stringText(name)}=${stringText(value)}`;
  return value === '' ? name : `${name}(${value})`;
}

/** On one line. */
function commentText(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ');
}
