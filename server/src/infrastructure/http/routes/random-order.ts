// `sort=random`: a seed determines the order, so that page 2 continues page 1. Without one, the server draws a seed,
// which the links of the response contain.
import { randomInt } from 'node:crypto';
import type { ListCall } from './pagination.ts';
import { parseSort, type SortTerm } from './sort.ts';

export interface SeededOrder<F extends string> {
  sort: SortTerm<F>[];
  seed: number | undefined;
  /** The address of the request including the seed. */
  url: string;
}

/** A request for one page of a list in an order of the client's choice. */
export interface SortedCall extends ListCall {
  query: ListCall['query'] & { sort?: string | string[] | undefined; seed?: number | undefined };
}

export const readOrder = <F extends string>(
  { query, request }: SortedCall,
  fields: readonly F[],
): SeededOrder<F> => toSeededOrder(parseSort(query.sort, fields), { seed: query.seed, url: request.url });

export function toSeededOrder<F extends string>(
  sort: SortTerm<F>[],
  { seed, url }: { seed: number | undefined; url: string },
): SeededOrder<F> {
  const isRandom = sort.some(({ field }) => field === 'random');
  if (!isRandom || seed !== undefined) return { sort, seed, url };
  const drawn = randomInt(0x1_0000_0000);
  return { sort, seed: drawn, url: `${url}${url.includes('?') ? '&' : '?'}seed=${drawn}` };
}
