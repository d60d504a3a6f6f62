// What a page looks like in 16 bytes, the same for the same picture in another size, format or quality: whether each field
// of a coarse grid is brighter than the one to its right, and than the one below it (a difference hash in both directions).
import type { Limits } from '../limits.ts';
import { readGrey } from './convert.ts';

export const hashBytes = 16;

/** Fields of the grid, a side, and pixels of a field, a side. */
const fields = 9;
const fieldSide = 4;
const side = fields * fieldSide;
/** Of 255: less than that between two fields is noise, which every compression changes. */
const noise = 2;
/** A page with fewer differences than that, of 128, or less contrast, is blank, black or nearly so: many look like it. */
const minDifferences = 20;
const minDeviation = 6;

/**
 * The hash of a picture; undefined for one on which there is nearly nothing.
 * @throws FormatError page_extraction: too_large, undecodable
 */
export async function hashPicture(bytes: Uint8Array, limits?: Limits): Promise<Uint8Array | undefined> {
  return toHash(await readGrey(bytes, side, limits));
}

/** Of a square of grey pixels. */
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

/** The mean of each field. */
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

/** In how many of their 128 bits two hashes differ. */
export function countDifferences(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < hashBytes; i++) {
    let bits = (a[i] ?? 0) ^ (b[i] ?? 0);
    for (; bits !== 0; bits &= bits - 1) count++;
  }
  return count;
}
