// Reading positions of books that are converted to EPUB when they are opened. Their number is computed from the length of
// the text before the conversion, and does not change.

/** Approximate text length of 1,024 packed bytes of an EPUB. */
const bytesPerPosition = 2_600;

export const countTextPositions = (textBytes: number, maxPositions: number): number =>
  Math.min(maxPositions, Math.max(1, Math.ceil(textBytes / bytesPerPosition)));

/**
 * Distributes `total` among parts by their length, at least one each. The sum exceeds `total` if there are more parts. The
 * parts with the largest remainders get the rest.
 */
export function sharePositions(lengths: readonly number[], total: number): number[] {
  const toShare = Math.max(0, total - lengths.length);
  const sum = lengths.reduce((all, length) => all + length, 0);
  const exact = lengths.map((length) => (sum === 0 ? 0 : (length / sum) * toShare));
  const shares = exact.map((share) => 1 + Math.floor(share));
  let left = sum === 0 ? 0 : toShare - exact.reduce((all, share) => all + Math.floor(share), 0);
  const byRemainder = exact
    .map((share, i) => ({ i, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder) {
    if (left <= 0) break;
    shares[i] = (shares[i] ?? 1) + 1;
    left -= 1;
  }
  return shares;
}
