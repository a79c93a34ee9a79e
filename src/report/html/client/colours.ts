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

/** Threads that run one function have colours of their own. */
function classOf(classes: ReadonlyMap<string, string>, name: string): string {
  const [context, number] = splitThread(name);
  const own = classes.get(context);
  if (own === undefined || number === undefined) return own ?? 'ctx-0';
  return `ctx-${1 + ((Number(own.slice('ctx-'.length)) + number - 2) % COLOURS)}`;
}

/** `worker#2`: its context, and the number of the thread. */
export function splitThread(name: string): readonly [context: string, number: number | undefined] {
  const at = name.lastIndexOf('#');
  return at < 0 ? [name, undefined] : [name.slice(0, at), Number(name.slice(at + 1))];
}

export function useContextClass(): (name: string) => string {
  const classes = useContext(ContextColours);
  return (name) => classOf(classes, name);
}
