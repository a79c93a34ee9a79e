// How much of a box is in sight, and from where on: so that of long lists only that is drawn.

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export interface View {
  readonly top: number;
  readonly height: number;
}

/** `height` is a guess for the time before the box has one. */
export function useView(box: RefObject<HTMLElement | null>, height: number): View {
  const [view, setView] = useState({ top: 0, height });
  useEffect(() => {
    const element = box.current!;
    const look = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  return view;
}
