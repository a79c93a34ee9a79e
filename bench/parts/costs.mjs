// What a report says about time and memory, which differs from run to run; the rest is compared byte by byte.

export function withoutCosts(text) {
  return text.replace(/^\s*"(?:\w+Ms|peakRssMb)": .*$/gm, '');
}
