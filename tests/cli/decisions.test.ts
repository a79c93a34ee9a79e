// Exit codes: what nobody has judged is neither an error nor all right.

import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/decisions.js';
import { madeFinding, madeReport } from '../report/made-report.js';

describe('the exit code', () => {
  const { difference: _, ...rest } = madeFinding({ harm: 'not-shown-harmful', harmReason: 'it is none' });

  it('is 0 where nothing but notes was found', () => {
    expect(exitCodeOf(madeReport({ findings: [rest] }), 'harmful')).toBe(0);
    expect(exitCodeOf(madeReport({ findings: [rest] }), 'any')).toBe(1);
  });

  it('is 3 where there was no time to judge a finding, unless somebody has decided about it', () => {
    const unjudged = { ...rest, isUnjudged: true as const };
    expect(exitCodeOf(madeReport({ findings: [unjudged] }), 'harmful')).toBe(3);
    expect(exitCodeOf(madeReport({ findings: [unjudged] }), 'none')).toBe(0);
    expect(exitCodeOf(madeReport({ findings: [{ ...unjudged, status: 'ignored' }] }), 'harmful')).toBe(0);
    expect(exitCodeOf(madeReport({ findings: [unjudged, madeFinding()] }), 'harmful')).toBe(1);
  });
});
