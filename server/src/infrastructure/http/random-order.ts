// `sort=random`: a seed determines the order, so that page 2 continues page 1. Without one the server draws a seed,
// which the links of the response contain.
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
