// The shape of a state that an instance starts in: what is not data, and can't be a variable. See docs/symbolic.md.

import { InternalError } from '../../../base/internal-error.js';
import type { Machine } from '../../../machine/machine.js';
import { type Pointer, pointer, Symbolic } from '../../../machine/memory/value.js';
import type { State } from '../../../machine/state.js';
import type { Context } from '../../../model/program.js';
import type { Term } from '../../../solve/term.js';
import type { FootprintCell, FootprintCells } from './footprint-cells.js';
import type { PointerInputs } from './pointer-inputs.js';
import { isPointerCell, masksOf, placeKey, showContent, showPointer, type VariantInput } from './variant.js';

export class Shapes {
  constructor(
    private readonly machine: Machine,
    private readonly cells: FootprintCells,
    private readonly pointers: PointerInputs,
  ) {}

  /** What is not data: instances are unrolled for each of these apart. */
  of(state: State, isr: Context, cells: readonly FootprintCell[]): string {
    const pointers = cells.flatMap((cell) => {
      const content = this.shapeOfCell(state, cell);
      return content === undefined ? [] : [`${placeKey(cell)}=${content}`];
    });
    const isPriority = this.machine.program.platform.nesting.kind === 'priority';
    return [
      // With priorities, whatever could matter below is of lower priority and can't start.
      isPriority ? '' : state.activations.map((a) => `${a.context}${a.maskWasOpen ? '+' : '-'}`).join(','),
      masksOf(state),
      state.arrivals.join(','),
      this.cells.objects(state, isr.id),
      pointers.join(' '),
    ].join('|');
  }

  /** What is not data of a cell, as far as no input stands for it. */
  private shapeOfCell(state: State, cell: FootprintCell): string | undefined {
    const value = this.pointerIn(state, cell);
    if (value !== undefined)
      return this.pointers.note(placeKey(cell), value) === undefined ? showPointer(value) : undefined;
    if (isPointerCell(state, cell)) return showContent(state, cell);
    // In other gaps it is a pointer.
    return this.pointers.has(placeKey(cell)) ? 'data' : undefined;
  }

  /** A pointer in a cell, or what may be one; undefined for other data. */
  pointerIn(state: State, cell: FootprintCell): Pointer | undefined {
    const mayBe = isPointerCell(state, cell) || this.pointers.has(placeKey(cell));
    if (!mayBe || cell.size !== this.machine.program.target.pointerBytes) return undefined;
    const value = state.memory.loadPointer(pointer(cell.object, cell.start));
    return value instanceof Symbolic ? undefined : value;
  }

  /** What an input is in a state of the instance's shape. */
  contentsOf({ memory }: State, { object, start, size, form }: VariantInput): readonly Term[] {
    if (form === undefined) return [memory.loadTerm(object, start, size)];
    const value = memory.loadPointer(pointer(object, start));
    if (value instanceof Symbolic) throw new InternalError('an instance that starts with another shape');
    return this.pointers.contents(form, value);
  }
}
