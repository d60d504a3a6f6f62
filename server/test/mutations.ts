// Damages bytes reproducibly, for tests of readers of hostile files.

/** Returns numbers from 0 (inclusive) to 1 (exclusive), reproducible by seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns a damaged copy: some bytes are set to random or extreme values, and it may be truncated or have a repeated
 * part.
 */
export function mutate(bytes: Uint8Array, random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  let copy = Buffer.from(bytes);
  const extremes = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
  for (let changes = 1 + below(8); changes > 0 && copy.length > 0; changes--) {
    // Half of the changes are at the start, where headers are.
    const at = below(random() < 0.5 ? Math.min(copy.length, 64) : copy.length);
    copy[at] = random() < 0.5 ? (extremes[below(extremes.length)] ?? 0) : below(256);
  }
  if (random() < 0.2) copy = copy.subarray(0, below(copy.length));
  if (random() < 0.1) {
    const from = below(copy.length);
    copy = Buffer.concat([copy.subarray(0, from), copy.subarray(below(from + 1))]);
  }
  return copy;
}
