// Damages bytes in a repeatable way for tests of readers that meet hostile files.

/** Numbers from 0 (inclusive) to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A damaged copy: a few bytes set to random or extreme values, sometimes cut short, sometimes a part repeated. */
export function mutate(bytes: Uint8Array, random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  let copy = Buffer.from(bytes);
  const extremes = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
  for (let changes = 1 + below(8); changes > 0 && copy.length > 0; changes--) {
    // Headers are at the front: half of the changes go there.
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
