// One colour for each context, the same in the list, the timeline, the source and the accesses.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { HtmlData } from '../data.js';

/** As many as style/colours.css has, beside that of main. */
const COLOURS = 7;

export const ContextColours = createContext<ReadonlyMap<string, string>>(new Map());

export function colourClasses({ model }: HtmlData): ReadonlyMap<string, string> {
  let next = 0;
  return new Map(
    model.contexts.map(({ name, kind }) => [name, kind === 'main' ? 'ctx-0' : `ctx-${1 + (next++ % COLOURS)}`]),
  );
}

export function useContextClass(): (name: string) => string {
  const classes = useContext(ContextColours);
  return (name) => classes.get(name) ?? 'ctx-0';
}
