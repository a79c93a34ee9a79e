// Numbers that look random and are the same on every machine (mulberry32).

/** @param {number} seed @returns a function that gives whole numbers from low to high, both included */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return (low, high) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return low + (((bits ^ (bits >>> 14)) >>> 0) % (high - low + 1));
  };
}
