// Of a deadlock: who waits for which lock, and who holds it, as a small picture.

import { useMemo } from 'preact/hooks';
import type { WaitingThread } from '../../../findings/finding.js';
import { useContextClass } from './colours.js';
import { NODE, waitDrawing } from './wait-layout.js';

export function WaitGraph({ waiting }: { readonly waiting: readonly WaitingThread[] }) {
  const contextClass = useContextClass();
  const { width, height, nodes, edges } = useMemo(() => waitDrawing(waiting), [waiting]);
  return (
    <figure class="wait-graph">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Who waits for whom">
        {edges.map((e) => (
          <g
            key={`${e.from.name} ${e.to.name} ${e.kind}`}
            class={`wait-edge ${e.kind} ${contextClass(e.kind === 'held' ? e.to.name : e.from.name)}`}
          >
            <title>
              {e.kind === 'held' ? `${e.to.name} holds ${e.from.name}` : `${e.from.name} waits for ${e.to.name}`}
            </title>
            <line x1={e.x1} y1={e.y1} x2={e.x2} y2={e.y2} />
            <path d={arrowHead(e)} />
          </g>
        ))}
        {nodes.map(({ kind, name, x, y, width: w }) => (
          <g key={`${kind} ${name}`} class={`wait-node ${kind} ${kind === 'thread' ? contextClass(name) : ''}`}>
            <rect x={x - w / 2} y={y - NODE / 2} width={w} height={NODE} rx={kind === 'thread' ? 5 : NODE / 2} />
            <text x={x} y={y + 4}>
              {name}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <span class="key waits" /> waits for
        {edges.some((e) => e.kind === 'held') && (
          <>
            <span class="key held" /> is held by
          </>
        )}
      </figcaption>
    </figure>
  );
}

interface Line {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

function arrowHead({ x1, y1, x2, y2 }: Line): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - 8 * ux, y2 - 8 * uy];
  return `M${x2} ${y2}L${bx - 4 * uy} ${by + 4 * ux}L${bx + 4 * uy} ${by - 4 * ux}z`;
}
