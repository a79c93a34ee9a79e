// What a report says about time and memory, which differs from run to run.

const isCost = (name) => /(?:Ms|RssMb)$/.test(name);

export function withoutCost(value) {
  if (Array.isArray(value)) return value.map(withoutCost);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => !isCost(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutCost(inner)]));
}
