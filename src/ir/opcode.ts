// The instruction set, once: what kind of instruction each opcode is, which operands it has, and what all who translate
// it would have to repeat. The interpreter, the JavaScript that it compiles to and the C of a reproduction add only
// what is their own.

interface OpcodeFacts {
  readonly class:
    | 'integer'
    | 'float'
    | 'unary'
    | 'cast'
    | 'compare'
    | 'choice'
    | 'address'
    | 'aggregate'
    | 'access'
    | 'call'
    | 'branch'
    | 'debug'
    | 'other';
  /** Fields that hold one operand each, in LLVM's order. Where there are lists of operands, ./operand.ts knows all. */
  readonly operands: readonly OperandField[];
  /** In C and JavaScript, for operands of the right width and sign. */
  readonly operator?: '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>';
  /** Takes its operands as signed numbers, or gives one. */
  readonly signed?: true;
  /** Undefined where the right operand is zero. */
  readonly divides?: true;
  /** Of an access: does it read, write or both? */
  readonly operation?: 'R' | 'W' | 'RW';
  /** The last of its block. */
  readonly ends?: true;
}

export type OperandField =
  | 'left'
  | 'right'
  | 'value'
  | 'condition'
  | 'whenTrue'
  | 'whenFalse'
  | 'count'
  | 'address'
  | 'expected'
  | 'replacement'
  | 'aggregate'
  | 'vector'
  | 'index'
  | 'list';

const pair = ['left', 'right'] as const;

export const opcodes = {
  add: { class: 'integer', operands: pair, operator: '+' },
  sub: { class: 'integer', operands: pair, operator: '-' },
  mul: { class: 'integer', operands: pair, operator: '*' },
  udiv: { class: 'integer', operands: pair, operator: '/', divides: true },
  sdiv: { class: 'integer', operands: pair, operator: '/', divides: true, signed: true },
  urem: { class: 'integer', operands: pair, operator: '%', divides: true },
  srem: { class: 'integer', operands: pair, operator: '%', divides: true, signed: true },
  shl: { class: 'integer', operands: pair, operator: '<<' },
  lshr: { class: 'integer', operands: pair, operator: '>>' },
  ashr: { class: 'integer', operands: pair, operator: '>>', signed: true },
  and: { class: 'integer', operands: pair, operator: '&' },
  or: { class: 'integer', operands: pair, operator: '|' },
  xor: { class: 'integer', operands: pair, operator: '^' },

  fadd: { class: 'float', operands: pair, operator: '+' },
  fsub: { class: 'float', operands: pair, operator: '-' },
  fmul: { class: 'float', operands: pair, operator: '*' },
  fdiv: { class: 'float', operands: pair, operator: '/' },
  frem: { class: 'float', operands: pair, operator: '%' },
  fneg: { class: 'unary', operands: ['value'] },
  freeze: { class: 'unary', operands: ['value'] },

  trunc: { class: 'cast', operands: ['value'] },
  zext: { class: 'cast', operands: ['value'] },
  sext: { class: 'cast', operands: ['value'], signed: true },
  fptrunc: { class: 'cast', operands: ['value'] },
  fpext: { class: 'cast', operands: ['value'] },
  fptoui: { class: 'cast', operands: ['value'] },
  fptosi: { class: 'cast', operands: ['value'], signed: true },
  uitofp: { class: 'cast', operands: ['value'] },
  sitofp: { class: 'cast', operands: ['value'], signed: true },
  ptrtoint: { class: 'cast', operands: ['value'] },
  ptrtoaddr: { class: 'cast', operands: ['value'] },
  inttoptr: { class: 'cast', operands: ['value'] },
  bitcast: { class: 'cast', operands: ['value'] },
  addrspacecast: { class: 'cast', operands: ['value'] },

  icmp: { class: 'compare', operands: pair },
  fcmp: { class: 'compare', operands: pair },
  select: { class: 'choice', operands: ['condition', 'whenTrue', 'whenFalse'] },
  phi: { class: 'choice', operands: [] },
  getelementptr: { class: 'address', operands: [] },
  extractvalue: { class: 'aggregate', operands: ['aggregate'] },
  insertvalue: { class: 'aggregate', operands: ['aggregate', 'value'] },
  extractelement: { class: 'aggregate', operands: ['vector', 'index'] },
  insertelement: { class: 'aggregate', operands: ['vector', 'value', 'index'] },
  shufflevector: { class: 'aggregate', operands: pair },

  load: { class: 'access', operands: ['address'], operation: 'R' },
  store: { class: 'access', operands: ['value', 'address'], operation: 'W' },
  cmpxchg: { class: 'access', operands: ['address', 'expected', 'replacement'], operation: 'RW' },
  atomicrmw: { class: 'access', operands: ['address', 'value'], operation: 'RW' },
  alloca: { class: 'other', operands: ['count'] },
  fence: { class: 'other', operands: [] },
  va_arg: { class: 'other', operands: ['list'] },
  landingpad: { class: 'other', operands: [] },
  'debug-declare': { class: 'debug', operands: ['address'] },
  'debug-value': { class: 'debug', operands: ['value'] },

  call: { class: 'call', operands: [] },
  invoke: { class: 'call', operands: [], ends: true },
  callbr: { class: 'call', operands: [], ends: true },
  ret: { class: 'branch', operands: ['value'], ends: true },
  br: { class: 'branch', operands: [], ends: true },
  condbr: { class: 'branch', operands: ['condition'], ends: true },
  switch: { class: 'branch', operands: ['value'], ends: true },
  indirectbr: { class: 'branch', operands: ['address'], ends: true },
  resume: { class: 'branch', operands: ['value'], ends: true },
  unreachable: { class: 'branch', operands: [], ends: true },
} as const satisfies Readonly<Record<string, OpcodeFacts>>;

type Table = typeof opcodes;
export type Opcode = keyof Table;
type Where<Facts> = { [Op in Opcode]: Table[Op] extends Facts ? Op : never }[Opcode];

export type IntegerOp = Where<{ class: 'integer' }>;
export type BinaryOp = Where<{ class: 'integer' | 'float' }>;
export type DivisionOp = Where<{ divides: true }>;
export type CastOp = Where<{ class: 'cast' }>;

export function factsOf(op: Opcode): OpcodeFacts {
  return opcodes[op];
}

export function isSigned(op: Opcode): boolean {
  return factsOf(op).signed === true;
}

/** The opcodes of which something holds. */
export function opcodesThat(holds: (facts: OpcodeFacts) => boolean): ReadonlySet<string> {
  return new Set(Object.entries(opcodes).flatMap(([op, facts]) => (holds(facts) ? [op] : [])));
}

export const binaryOps = opcodesThat((facts) => facts.class === 'integer' || facts.class === 'float');
export const castOps = opcodesThat((facts) => facts.class === 'cast');
