// Who waits for whom, as a drawing: threads and locks on an ellipse, in the order in which they wait for each other, so
// that a circle of them is one. Pure.

import type { WaitingThread } from '../../../findings/finding.js';

export interface WaitNode {
  readonly kind: 'thread' | 'lock';
  readonly name: string;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface WaitEdge {
  /** `waits`: of a thread; `held`: of a lock, to who holds it. */
  readonly kind: 'waits' | 'held';
  readonly from: WaitNode;
  readonly to: WaitNode;
  /** From border to border. */
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface WaitDrawing {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly WaitNode[];
  readonly edges: readonly WaitEdge[];
}

export const NODE = 24;
const CHARACTER = 7.4;
/** Of two edges that go there and back, to the side. */
const ASIDE = 7;
/** Between an arrow and what it points to. */
const GAP = 3;

export function waitDrawing(waiting: readonly WaitingThread[]): WaitDrawing {
  const links = linksOf(waiting);
  const keys = inOrder(waiting, links);
  const widest = Math.max(...keys.map((key) => widthOf(nameIn(key))));
  // Neighbours are apart: at the top and the bottom beside each other, elsewhere above each other.
  const turn = Math.sin(Math.PI / Math.max(2, keys.length));
  const rx = Math.max(widest + 30, (0.58 * widest) / turn);
  const ry = keys.length > 2 ? Math.max(46, (NODE + 2) / turn) : 0;
  const [width, height] = [2 * rx + widest + 4, 2 * ry + NODE + 2 * ASIDE];
  const nodes = new Map(
    keys.map((key, n) => {
      // The first on the left, then clockwise.
      const angle = Math.PI + (2 * Math.PI * n) / keys.length;
      const [x, y] = [width / 2 + rx * Math.cos(angle), height / 2 + ry * Math.sin(angle)];
      const kind = key.startsWith('lock') ? ('lock' as const) : ('thread' as const);
      return [key, { kind, name: nameIn(key), x, y, width: widthOf(nameIn(key)) }];
    }),
  );
  const edges = links.map(({ kind, from, to }): WaitEdge => {
    const isBothWays = links.some((l) => l.from === to && l.to === from);
    return edgeBetween(kind, nodes.get(from)!, nodes.get(to)!, isBothWays ? ASIDE : 0);
  });
  return { width, height, nodes: [...nodes.values()], edges };
}

interface Link {
  readonly kind: 'waits' | 'held';
  readonly from: string;
  readonly to: string;
}

function linksOf(waiting: readonly WaitingThread[]): readonly Link[] {
  const links = waiting.flatMap(({ name, lock, heldBy, endOf, keptOutBy }): readonly Link[] => {
    const thread = `thread ${name}`;
    const other = endOf ?? keptOutBy;
    if (other !== undefined) return [{ kind: 'waits', from: thread, to: `thread ${other}` }];
    if (lock === undefined) return [];
    const held: readonly Link[] =
      heldBy === undefined ? [] : [{ kind: 'held', from: `lock ${lock}`, to: `thread ${heldBy}` }];
    return [{ kind: 'waits', from: thread, to: `lock ${lock}` }, ...held];
  });
  return links.filter((l, n) => links.findIndex((other) => other.from === l.from && other.to === l.to) === n);
}

/** Along the links, from each that waits. */
function inOrder(waiting: readonly WaitingThread[], links: readonly Link[]): readonly string[] {
  const keys = new Set<string>();
  for (const { name } of waiting)
    for (let key: string | undefined = `thread ${name}`; key !== undefined && !keys.has(key); ) {
      keys.add(key);
      const from: string = key;
      key = links.find((l) => l.from === from)?.to;
    }
  return [...keys];
}

function nameIn(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

function widthOf(name: string): number {
  return Math.max(44, name.length * CHARACTER + 20);
}

function edgeBetween(kind: Link['kind'], from: WaitNode, to: WaitNode, aside: number): WaitEdge {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [sx, sy] = [(-dy / length) * aside, (dx / length) * aside];
  const [a, b] = [border(from, dx, dy), border(to, -dx, -dy)];
  return {
    kind,
    from,
    to,
    x1: from.x + sx + dx * a,
    y1: from.y + sy + dy * a,
    x2: to.x + sx - dx * b - (GAP * dx) / length,
    y2: to.y + sy - dy * b - (GAP * dy) / length,
  };
}

/** Where a line from the middle of a node leaves it, as a part of the line. */
function border({ width }: WaitNode, dx: number, dy: number): number {
  const horizontal = dx === 0 ? Number.POSITIVE_INFINITY : width / 2 / Math.abs(dx);
  const vertical = dy === 0 ? Number.POSITIVE_INFINITY : NODE / 2 / Math.abs(dy);
  return Math.min(horizontal, vertical);
}
