// A set of bytes of memory, as ranges of addresses that do not touch: it costs what differs, however many bytes a copy
// or a fill works on.

export interface ByteRange {
  readonly at: number;
  readonly size: number;
}

export class ByteRanges {
  /** Ascending. */
  private readonly ranges: { at: number; end: number }[] = [];

  get isEmpty(): boolean {
    return this.ranges.length === 0;
  }

  get all(): readonly ByteRange[] {
    return this.ranges.map(({ at, end }) => ({ at, size: end - at }));
  }

  add({ at, size }: ByteRange): void {
    if (size <= 0) return;
    const end = at + size;
    const [first, behind] = this.meeting(at - 1, end + 1);
    const joined =
      first === behind
        ? { at, end }
        : { at: Math.min(at, this.ranges[first]!.at), end: Math.max(end, this.ranges[behind - 1]!.end) };
    this.ranges.splice(first, behind - first, joined);
  }

  delete({ at, size }: ByteRange): void {
    if (size <= 0) return;
    const end = at + size;
    const [first, behind] = this.meeting(at, end);
    if (first === behind) return;
    const [begin, rest] = [this.ranges[first]!, this.ranges[behind - 1]!];
    this.ranges.splice(
      first,
      behind - first,
      ...(begin.at < at ? [{ at: begin.at, end: at }] : []),
      ...(rest.end > end ? [{ at: end, end: rest.end }] : []),
    );
  }

  meets({ at, size }: ByteRange): boolean {
    const [first, behind] = this.meeting(at, at + size);
    return first < behind;
  }

  /** What it has of the range, ascending. */
  within({ at, size }: ByteRange): readonly ByteRange[] {
    const end = at + size;
    const [first, behind] = this.meeting(at, end);
    return this.ranges.slice(first, behind).map((range) => {
      const from = Math.max(at, range.at);
      return { at: from, size: Math.min(end, range.end) - from };
    });
  }

  /** The positions of those that have a byte in [at, end): the first, and one behind the last. */
  private meeting(at: number, end: number): readonly [number, number] {
    if (end <= at) return [0, 0];
    const first = this.position((range) => range.end > at);
    return [
      first,
      Math.max(
        first,
        this.position((range) => range.at >= end),
      ),
    ];
  }

  /** Of the first for which it holds; it holds for all behind that. */
  private position(holds: (range: { readonly at: number; readonly end: number }) => boolean): number {
    let [low, high] = [0, this.ranges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.ranges[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
