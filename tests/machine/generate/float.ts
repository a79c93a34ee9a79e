// Expressions of float and double. NaN and infinities may come up in them; the bits of a NaN never reach memory
// (`keep`).

import {
  cast as castInteger,
  castToFloat,
  type FloatExpression,
  floatBinary,
  floatLiteral,
  isInteger,
  noRange,
  read,
} from './build.js';
import { floatCall } from './call.js';
import type { Context } from './context.js';
import { condition, integerExpression, leafBelow128 } from './integer.js';
import { readablePlace } from './place.js';
import type { Expression } from './syntax.js';
import { double, type FloatType, fixedWidth, float, long } from './type.js';

const values = [
  0, -0, 1, -1, 0.5, 1.5, 3, 0.1, -2.75, 1e-3, 100, 65536, 16777217, 1e10, -1e18, 1e-40, 5e-324, 3.4028234663852886e38,
  1e300, 123456.789,
];

export function floatExpression(c: Context, depth: number): FloatExpression {
  const { random } = c;
  if (depth <= 0) return leaf(c);
  switch (random.below(10)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      const left = floatExpression(c, depth - 1);
      const right = random.chance(3) ? leafBelow128(c) : floatExpression(c, depth - 1);
      const op = random.pick(['+', '-', '*', '/'] as const);
      const [first, second] = random.chance(2) || right.type.kind !== 'float' ? [left, right] : [right, left];
      // gcc makes -x of 0.0 - x where x was an integer, which is wrong for 0.
      return floatBinary(op === '-' && isConstant(first) ? '+' : op, first, second);
    }
    case 4: {
      const operand = floatExpression(c, depth - 1);
      return { kind: 'unary', op: '-', operand, type: operand.type, range: noRange };
    }
    case 5:
      return castToFloat(
        random.pick([float, double]),
        random.chance(2) ? floatExpression(c, depth - 1) : narrow(integerExpression(c, depth - 1)),
      );
    case 6: {
      const [consequent, alternative] = [floatExpression(c, depth - 1), floatExpression(c, depth - 1)];
      const type = [consequent, alternative].some((e) => e.type.name === 'double') ? double : float;
      return { kind: 'conditional', condition: condition(c, depth - 1), consequent, alternative, type, range: noRange };
    }
    case 7:
      return floatCall(c, depth) ?? floatExpression(c, depth - 1);
    case 8: {
      const type = random.pick([float, double]);
      const bits = castInteger(fixedWidth(type === float ? 32 : 64, false), integerExpression(c, depth - 1));
      return { kind: 'call', callee: `bits_${type.name}`, arguments: [bits], type, range: noRange };
    }
    default:
      return leaf(c);
  }
}

function isConstant(e: Expression): boolean {
  switch (e.kind) {
    case 'literal':
    case 'float-literal':
      return true;
    case 'unary':
    case 'cast':
      return isConstant(e.operand);
    case 'binary':
      return isConstant(e.left) && isConstant(e.right);
    case 'conditional':
      return isConstant(e.consequent) || isConstant(e.alternative);
    default:
      return false;
  }
}

function narrow(e: Expression): Expression {
  return isInteger(e) && e.type.bits === 128 ? castInteger(long, e) : e;
}

function leaf(c: Context): FloatExpression {
  const { random } = c;
  const place = random.chance(3) ? undefined : readablePlace(c, (type) => type.kind === 'float');
  if (place !== undefined) return read(place) as FloatExpression;
  return anyFloat(c, random.pick([float, double]));
}

export function anyFloat(c: Context, type: FloatType): FloatExpression {
  const value = c.random.pick(values);
  const isTooLarge = type === float && !Number.isFinite(Math.fround(value));
  return floatLiteral(type, isTooLarge ? 1e20 : value);
}

/** For memory whose bytes can be seen: no NaN. */
export function keep(e: FloatExpression, type: FloatType): FloatExpression {
  return { kind: 'call', callee: `keep_${type.name}`, arguments: [e], type, range: noRange };
}
