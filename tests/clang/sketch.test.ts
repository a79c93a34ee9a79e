// Sketches become C++ with declarations; every line stays where it is.

import { describe, expect, it } from 'vitest';
import { isSketch, withPrototypes } from '../../src/clang/sketch.js';

describe('a sketch', () => {
  it('is known by its name', () => {
    expect(['a.ino', 'b.pde', 'c.cpp', 'ino.c'].filter(isSketch)).toEqual(['a.ino', 'b.pde']);
  });

  it('gets declarations before its first function, and keeps its lines', () => {
    const text = [
      '#include <Wire.h>',
      '// void no(int) {',
      'int table[] = { 1, 2 };',
      'void setup() { later(1); }',
      'ISR(TIMER1_OVF_vect) { later(2); }',
      'static unsigned long later(int n) { return n; }',
      'template <class T> T twice(T x) { return x; }',
      'struct S { void inside() {} };',
      'void optional(int n = 1) {}',
    ].join('\n');
    const changed = withPrototypes(text).split('\n');
    expect(changed.slice(0, 3)).toEqual(text.split('\n').slice(0, 3));
    expect(changed.slice(3, 5)).toEqual(['void setup(); static unsigned long later(int n);', '#line 4']);
    expect(changed.slice(5)).toEqual(text.split('\n').slice(3));
  });

  it('without functions stays as it is', () => {
    expect(withPrototypes('int x;\n')).toBe('int x;\n');
  });
});
