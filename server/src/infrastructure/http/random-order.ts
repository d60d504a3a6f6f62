// `sort=random`: a seed makes the order, so that page 2 goes on where page 1 ended. Without one the server draws it,
// and the links of the answer carry it.
import { randomInt } from 'node:crypto';
import type { SortTerm } from './sort.ts';

export interface SeededOrder<F extends string> {
  sort: SortTerm<F>[];
  seed: number | undefined;
  /** The address of the request with the seed in it. */
  url: string;
}

export function toSeededOrder<F extends string>(
  sort: SortTerm<F>[],
  { seed, url }: { seed: number | undefined; url: string },
): SeededOrder<F> {
  const isRandom = sort.some(({ field }) => field === 'random');
  if (!isRandom || seed !== undefined) return { sort, seed, url };
  const drawn = randomInt(0x1_0000_0000);
  return { sort, seed: drawn, url: `${url}${url.includes('?') ? '&' : '?'}seed=${drawn}` };
}
