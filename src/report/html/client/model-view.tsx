// What the check took the program for: who runs and why it thinks so, what masks whom, what is shared, what was
// assumed.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { HtmlData } from '../data.js';
import { useContextClass } from './colours.js';

/** Rows that are drawn unasked. */
const FEW = 200;

export function ModelView({ data }: { readonly data: HtmlData }) {
  const { model } = data;
  const contextClass = useContextClass();
  const name = (n: string) => (
    <span key={n} class={`dot-name ${contextClass(n)}`}>
      {n}
    </span>
  );
  return (
    <div class="page">
      <section>
        <h2>Machine</h2>
        <dl class="facts">
          <Fact name="Platform">{model.platform}</Fact>
          <Fact name="Target">
            {model.target.triple} <small>{model.target.evidence}</small>
          </Fact>
          <Fact name="Pointers">{bytes(model.target.pointerBytes)}</Fact>
          <Fact name="Widest indivisible access">{bytes(model.target.atomicBytes)}</Fact>
          <Fact name="Nesting">{nestingText(model.nesting)}</Fact>
          <Fact name="Global mask">{maskText(String(model.globalMask))}</Fact>
          <Fact name="Interruption points">
            {model.points.operations} operations <small>on {model.points.locations} locations</small>
          </Fact>
        </dl>
      </section>
      <Table
        title="Contexts"
        heads={['Context', 'Function', 'IRQ', 'Priority', 'At the start', 'Why it is one']}
        rows={model.contexts.map((c) => [
          name(c.name),
          <>
            <code>{c.function}</code>
            <Place file={c.file} line={c.line} />
          </>,
          c.irq ?? '',
          <>
            {c.hardwarePriority ?? c.priority} <small>{c.priorityEvidence}</small>
          </>,
          c.initially === undefined ? (
            'runs'
          ) : (
            <>
              {c.initially.enabled ? 'enabled' : 'disabled'} <small>{c.initially.because}</small>
            </>
          ),
          c.evidence,
        ])}
      />
      <Table
        title="Mask operations"
        empty="None: nothing in the program enables or disables interrupts."
        heads={['Context', 'Operation', 'Effect', 'Function', 'Place']}
        rows={model.operations.map((o) => [
          name(o.context),
          <code>{o.text}</code>,
          `${o.effect.replaceAll('-', ' ')}${o.irq === null ? '' : `, IRQ ${o.irq}`}`,
          <code>{o.function}</code>,
          <Place file={o.file} line={o.line} />,
        ])}
      />
      <Table
        title="Shared variables"
        empty="None: no two contexts touch the same memory."
        heads={['Variable', 'Bytes', 'Volatile', 'Read by', 'Written by']}
        rows={model.shared.map((v) => [
          <code>{v.variable}</code>,
          v.size ?? '?',
          v.volatile ? 'yes' : 'no',
          v.readers.map(name),
          v.writers.map(name),
        ])}
      />
      <section>
        <h2>Assumptions</h2>
        <Lines texts={model.assumptions} empty="None." />
      </section>
      {model.suggestions.length > 0 && (
        <Table
          title="May be ISRs, too"
          heads={['Function', 'Why', 'Place']}
          rows={model.suggestions.map((s) => [
            <code>{s.function}</code>,
            s.because,
            <Place file={s.file} line={s.line} />,
          ])}
        />
      )}
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Place({ file, line }: { readonly file: string | undefined; readonly line: number | undefined }) {
  return file === undefined ? null : (
    <span class="place">
      {file}:{line}
    </span>
  );
}

interface TableProps {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly empty?: string;
}

export function Table({ title, heads, rows, empty }: TableProps) {
  const [isAll, setAll] = useState(false);
  return (
    <section>
      <h2>
        {title} {rows.length > 0 && <span class="count">{rows.length}</span>}
      </h2>
      {rows.length === 0 ? (
        <p class="note">{empty ?? 'None.'}</p>
      ) : (
        <div class="table-scroller">
          <table class="table">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(isAll ? rows : rows.slice(0, FEW)).map((cells, n) => (
                <tr key={n}>
                  {cells.map((cell, c) => (
                    <td key={c}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > FEW && !isAll && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          Show all {rows.length}
        </button>
      )}
    </section>
  );
}

export function Lines({ texts, empty }: { readonly texts: readonly string[]; readonly empty: string }) {
  if (texts.length === 0) return <p class="note">{empty}</p>;
  return (
    <ul class="lines">
      {texts.map((text, n) => (
        <li key={n}>{text}</li>
      ))}
    </ul>
  );
}

function bytes(count: number): string {
  return count === 1 ? '1 byte' : `${count} bytes`;
}

function nestingText(nesting: HtmlData['model']['nesting']): string {
  const kinds: Readonly<Record<string, string>> = {
    priority: 'an ISR interrupts whatever has a lower priority',
    masked: 'an ISR runs with the global mask closed, unless it opens it',
    none: 'ISRs do not interrupt each other',
  };
  return kinds[nesting.kind] ?? nesting.kind;
}

function maskText(mask: string): string {
  return { open: 'open at the start', closed: 'closed at the start', none: 'the machine has none' }[mask] ?? mask;
}
