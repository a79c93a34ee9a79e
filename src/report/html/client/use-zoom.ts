// The window on a timeline: its zoom, where it is scrolled to, and the ways to change both. The box scrolls as any
// other does; what is zoomed stays where it is under the pointer.

import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ColumnRange, centred, clamp, columnFor, columnOf, type Zoom } from './zoom.js';

export interface ZoomedView {
  readonly zoom: Zoom;
  /** Width of the box. */
  readonly available: number;
  readonly column: number;
  /** In sight. */
  readonly view: ColumnRange;
  readonly setZoom: (zoom: Zoom) => void;
  /** Around the column of `at`, or where the pointer is, in pixels from the left edge of the box. */
  readonly scale: (factor: number, pointer?: number) => void;
  readonly pan: (pixels: number) => void;
  readonly show: (view: ColumnRange) => void;
}

export function useZoom(
  box: RefObject<HTMLElement | null>,
  count: number,
  interest: ColumnRange,
  at: number,
): ZoomedView {
  const [available, setAvailable] = useState(800);
  const [zoom, setZoom] = useState<Zoom>({ kind: 'fit' });
  const [scrolled, setScrolled] = useState(0);
  /** Where to scroll to when the new width has been drawn. */
  const target = useRef<number | undefined>(undefined);
  const column = columnOf(zoom, interest, count, available);

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = (): void => setAvailable(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const onScroll = (): void => setScrolled(element.scrollLeft);
    element.addEventListener('scroll', onScroll, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [box]);

  useLayoutEffect(() => {
    const element = box.current!;
    if (zoom.kind === 'fit') element.scrollLeft = centred(interest, column, available);
    else if (zoom.kind === 'whole') element.scrollLeft = 0;
    else if (target.current !== undefined) element.scrollLeft = target.current;
    target.current = undefined;
    setScrolled(element.scrollLeft);
  }, [box, zoom, column, available, interest]);

  // A step out of sight is brought into it; zooming leaves the window where it is.
  const width = useRef(column);
  width.current = column;
  useEffect(() => {
    const element = box.current!;
    const x = (at + 0.5) * width.current;
    const margin = Math.min(width.current * 2, element.clientWidth / 4);
    if (x - margin < element.scrollLeft) element.scrollLeft = x - margin;
    else if (x + margin > element.scrollLeft + element.clientWidth)
      element.scrollLeft = x + margin - element.clientWidth;
  }, [box, at]);

  const scale = useCallback(
    (factor: number, pointer?: number): void => {
      const element = box.current!;
      const cursor = (at + 0.5) * column - element.scrollLeft;
      const fixed = pointer ?? (cursor >= 0 && cursor <= available ? cursor : available / 2);
      const next = columnOf({ kind: 'free', column: column * factor }, interest, count, available);
      target.current = ((element.scrollLeft + fixed) / column) * next - fixed;
      setZoom({ kind: 'free', column: next });
    },
    [box, at, column, available, interest, count],
  );
  const latest = useRef(scale);
  latest.current = scale;
  useEffect(() => {
    const element = box.current!;
    // As in other timelines; a touchpad's pinch arrives as this, too.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const pointer = event.clientX - element.getBoundingClientRect().left;
      latest.current(Math.exp(-clamp(event.deltaY, -60, 60) / 120), pointer);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box]);

  const pan = useCallback(
    (pixels: number): void => {
      box.current!.scrollLeft += pixels;
    },
    [box],
  );
  const show = useCallback(
    ({ from, to }: ColumnRange): void => {
      const next = columnFor(to - from, count, available);
      if (Math.abs(next - width.current) < 1e-6 * next) {
        box.current!.scrollLeft = from * next;
        setScrolled(box.current!.scrollLeft);
        return;
      }
      target.current = from * next;
      setZoom({ kind: 'free', column: next });
    },
    [box, count, available],
  );
  return {
    zoom,
    available,
    column,
    view: { from: scrolled / column, to: (scrolled + available) / column },
    setZoom,
    scale,
    pan,
    show,
  };
}
