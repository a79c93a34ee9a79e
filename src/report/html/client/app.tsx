// The page: a bar with tabs, and the tab that is open. Which finding is open stands in the address, so that it can be
// linked to.

import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { ContextColours, colourClasses } from './colours.js';
import type { Decoder, ShownFinding } from './decode.js';
import { FilterBar } from './filter-bar.js';
import { filtered, noFilters } from './filters.js';
import { FindingList } from './finding-list.js';
import { FindingView } from './finding-view.js';
import { isPlainKey } from './keyboard.js';
import { ModelView } from './model-view.js';
import { NoFindings } from './no-findings.js';
import { StatisticsView } from './statistics-view.js';
import { applyTheme, isDark, storedTheme, storeTheme } from './theme.js';
import { VerdictsView } from './verdicts-view.js';

const tabs = ['Findings', 'Model', 'Verdicts', 'Statistics'] as const;
type Tab = (typeof tabs)[number];

export function App({ decoder }: { readonly decoder: Decoder }) {
  const [tab, setTab] = useState<Tab>('Findings');
  const colours = useMemo(() => colourClasses(decoder.data), [decoder]);
  return (
    <ContextColours.Provider value={colours}>
      <header class="bar">
        <span class="brand">
          <Logo /> Preempt
        </span>
        <div class="tabs" role="tablist" aria-label="Parts of the report">
          {tabs.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-controls={`panel-${name}`}
              aria-selected={tab === name}
              tabIndex={tab === name ? 0 : -1}
              onClick={() => setTab(name)}
              onKeyDown={(event) => moveTab(event, name, setTab)}
            >
              {name}
              {name === 'Findings' && <span class="count">{decoder.findings.length}</span>}
            </button>
          ))}
        </div>
        <span class="subject" title={decoder.data.command}>
          {decoder.data.command}
        </span>
        <ThemeButton />
      </header>
      {decoder.data.wasInterrupted && (
        <p class="banner" role="status">
          The check was interrupted. This is what it had found so far.
        </p>
      )}
      <div
        id={`panel-${tab}`}
        class={`panel panel-${tab.toLowerCase()}`}
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
      >
        {tab === 'Findings' && <FindingsPanel decoder={decoder} />}
        {tab === 'Model' && <ModelView data={decoder.data} />}
        {tab === 'Verdicts' && <VerdictsView data={decoder.data} />}
        {tab === 'Statistics' && <StatisticsView data={decoder.data} findings={decoder.findings} />}
      </div>
    </ContextColours.Provider>
  );
}

function moveTab(event: KeyboardEvent, from: Tab, setTab: (tab: Tab) => void): void {
  const at = tabs.indexOf(from);
  const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const next = tabs[(target + tabs.length) % tabs.length]!;
  setTab(next);
  document.getElementById(`tab-${next}`)?.focus();
}

function FindingsPanel({ decoder }: { readonly decoder: Decoder }) {
  const [filters, setFilters] = useState(noFilters);
  const shown = useMemo(() => filtered(decoder.findings, filters), [decoder, filters]);
  const [chosen, setChosen] = useState(() => linked(decoder) ?? opening(decoder));
  // What the filters hide is not shown beside them.
  const selected = chosen !== undefined && shown.includes(chosen) ? chosen : shown[0];
  const select = useCallback((finding: ShownFinding | undefined) => {
    if (finding === undefined) return;
    setChosen(finding);
    history.replaceState(null, '', `#${finding.fingerprint}`);
  }, []);
  useEffect(() => {
    const follow = (): void => {
      const finding = linked(decoder);
      if (finding === undefined) return;
      setFilters(noFilters);
      setChosen(finding);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [decoder]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isPlainKey(event)) return;
      const by = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (event.key === '/') document.getElementById('search')?.focus();
      else if (by !== 0 && selected !== undefined) select(shown[shown.indexOf(selected) + by]);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shown, selected, select]);
  if (decoder.findings.length === 0) return <NoFindings data={decoder.data} />;
  return (
    <>
      <aside class="sidebar" aria-label="Findings">
        <FilterBar findings={decoder.findings} shown={shown.length} filters={filters} onChange={setFilters} />
        <FindingList all={decoder.findings} findings={shown} selected={selected} onSelect={select} />
      </aside>
      {selected === undefined ? (
        <section class="nothing">
          <p>No finding matches the filters.</p>
          <button type="button" class="button" onClick={() => setFilters(noFilters)}>
            Show all {decoder.findings.length}
          </button>
        </section>
      ) : (
        <FindingView key={selected.index} decoder={decoder} finding={selected} />
      )}
    </>
  );
}

/** What is worth looking at first: what does harm and is not settled. */
function opening({ findings }: Decoder): ShownFinding | undefined {
  const open = findings.filter((f) => f.status === 'open');
  return open.find((f) => f.harm === 'harmful') ?? open[0] ?? findings[0];
}

/** The finding that the address names. */
function linked({ findings }: Decoder): ShownFinding | undefined {
  const name = location.hash.slice(1);
  return findings.find((f) => f.fingerprint === name);
}

function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const dark = isDark(theme);
  const toggle = (): void => {
    const next = dark ? 'light' : 'dark';
    applyTheme(next);
    storeTheme(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={dark ? 'Light theme' : 'Dark theme'}
      title={dark ? 'Light theme' : 'Dark theme'}
      onClick={toggle}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        {dark ? (
          <path d="M10 3v2m0 10v2M3 10h2m10 0h2M5 5l1.4 1.4m7.2 7.2L15 15M15 5l-1.4 1.4M6.4 13.6 5 15M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" />
        ) : (
          <path d="M16 11.5A6.5 6.5 0 0 1 8.5 4a6.5 6.5 0 1 0 7.5 7.5Z" />
        )}
      </svg>
    </button>
  );
}

/** A bar that another one interrupts. */
function Logo() {
  return (
    <svg class="logo" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path class="low" d="M2 17h6m8 0h6" />
      <path class="up" d="M8 17V8m8 0v9" />
      <path class="high" d="M8 7h8" />
    </svg>
  );
}
