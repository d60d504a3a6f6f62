// Describes the appearance of a page in 16 bytes, independent of size, format and quality. Each bit is set if a field
// of a coarse grid is brighter than the field to its right or below it (a difference hash in both directions).
import type { Limits } from '../limits.ts';
import { readGraySquare } from './convert.ts';

export const hashBytes = 16;

/** Fields per side of the grid, and pixels per side of a field. */
const fields = 9;
const fieldSide = 4;
const side = fields * fieldSide;
/** Smaller differences between two fields (0 to 255) are noise that depends on the compression. */
const noise = 2;
/** A page with fewer differences (of 128) or less contrast is nearly blank or black, and resembles many others. */
const minDifferences = 20;
const minDeviation = 6;

/**
 * Returns the hash of an image, or undefined for a nearly blank one.
 * @throws FormatError page_extraction: too_large, undecodable
 */
export async function hashPicture(bytes: Uint8Array, limits?: Limits): Promise<Uint8Array | undefined> {
  return toHash(await readGraySquare(bytes, side, limits));
}

/** Hashes a square of gray pixels. */
function toHash(grey: Uint8Array): Uint8Array | undefined {
  if (toDeviation(grey) < minDeviation) return undefined;
  const grid = toGrid(grey);
  const at = (row: number, column: number) => grid[row * fields + column] ?? 0;
  const hash = new Uint8Array(hashBytes);
  let differences = 0;
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) {
      const beside = at(row, column) - at(row, column + 1);
      const below = at(row, column) - at(row + 1, column);
      if (beside > noise) hash[row] = (hash[row] ?? 0) | (1 << column);
      if (below > noise) hash[8 + row] = (hash[8 + row] ?? 0) | (1 << column);
      differences += Number(Math.abs(beside) > noise) + Number(Math.abs(below) > noise);
    }
  return differences < minDifferences ? undefined : hash;
}

/** Returns the mean of each field. */
function toGrid(grey: Uint8Array): Float64Array {
  const grid = new Float64Array(fields * fields);
  grey.forEach((value, i) => {
    const row = Math.floor(Math.floor(i / side) / fieldSide);
    const column = Math.floor((i % side) / fieldSide);
    const field = row * fields + column;
    grid[field] = (grid[field] ?? 0) + value / fieldSide ** 2;
  });
  return grid;
}

function toDeviation(grey: Uint8Array): number {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const squares = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / grey.length);
}

/** Returns the number of different bits (of 128) of two hashes. */
export function countDifferences(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < hashBytes; i++) {
    let bits = (a[i] ?? 0) ^ (b[i] ?? 0);
    for (; bits !== 0; bits &= bits - 1) count++;
  }
  return count;
}
