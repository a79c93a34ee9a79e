// The strategies of the ESEC/FSE 2023 paper by name: `paper:naive`, `paper:ips`, `paper:ips+dit`, each with `+initial`,
// `+final` or both.

export interface PaperStrategy {
  /** Every location, or only interruption points (§4.1). */
  readonly points: 'naive' | 'ips';
  /** Delayed ISR-triggering (§4.2). */
  readonly delayed: boolean;
  /** Initial ISR-triggering (§5.1). */
  readonly initial: boolean;
  /** Final ISR-triggering (§5.2). */
  readonly final: boolean;
}

export type PaperName = `paper:${'naive' | 'ips' | 'ips+dit'}${'' | '+initial'}${'' | '+final'}`;

const prefix = 'paper:';
/** In this order, each at most once. */
const shape = /^(?:(naive)|(ips)(\+dit)?)(\+initial)?(\+final)?$/;

export function isPaperName(reduction: string): reduction is PaperName {
  return reduction.startsWith(prefix) && shape.test(reduction.slice(prefix.length));
}

export function strategyOf(name: PaperName): PaperStrategy {
  const parts = name.slice(prefix.length).split('+');
  return {
    points: parts.includes('ips') ? 'ips' : 'naive',
    delayed: parts.includes('dit'),
    initial: parts.includes('initial'),
    final: parts.includes('final'),
  };
}
