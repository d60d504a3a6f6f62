// Chooses the pages of a book that are compared, and encodes their hashes. Chosen are pages at the start and end, where
// credit pages occur, and some in the middle, which distinguish books of one series.
import { hashBytes } from '@lectern/formats/image/perceptual-hash';

export interface PageHash {
  /** One-based. */
  number: number;
  hash: Uint8Array;
}

export type Zone = 'front' | 'middle' | 'back';

const front = 6;
const middle = 3;
const back = 4;

export const toZone = (number: number, pageCount: number): Zone =>
  number <= front ? 'front' : number > pageCount - back ? 'back' : 'middle';

/** Numbers of the compared pages of a book, ascending. */
export function choosePages(pageCount: number): number[] {
  const start = Math.max(1, Math.round(pageCount / 2) - Math.floor(middle / 2));
  const chosen = new Set<number>();
  for (let number = 1; number <= front; number++) chosen.add(number);
  for (let number = start; number < start + middle; number++) chosen.add(number);
  for (let number = pageCount - back + 1; number <= pageCount; number++) chosen.add(number);
  return [...chosen].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b);
}

/** Four bytes for the page number, followed by the hash. */
export const recordBytes = 4 + hashBytes;

export function encodeHashes(pages: readonly PageHash[]): Uint8Array {
  const bytes = Buffer.alloc(pages.length * recordBytes);
  pages.forEach(({ number, hash }, i) => {
    bytes.writeUInt32BE(number, i * recordBytes);
    bytes.set(hash, i * recordBytes + 4);
  });
  return bytes;
}
