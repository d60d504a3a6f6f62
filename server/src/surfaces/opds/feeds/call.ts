// What a feed is made from: who asks, and what of it. Bad values are as if absent: clients show feeds, not faults.
import { decimal } from '@lectern/contract/fields';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';

/** Beyond the longest text that lists take nothing is looked at. */
const maxTextLength = 500;
const farthestPage = 1e9;

const first = (value: unknown) => (Array.isArray(value) ? value[0] : value);
const text = z
  .preprocess((value) => {
    const one = first(value);
    return typeof one === 'string' ? one.trim().slice(0, maxTextLength).toWellFormed() : undefined;
  }, z.string().min(1).optional())
  .catch(undefined);

export const feedQuery = z.looseObject({
  // Absent is no fault: those are dear to make.
  page: z.preprocess((value) => first(value) ?? '1', decimal(z.int().min(1).max(farthestPage))).catch(1),
  sort: text,
  read: text,
  genre: text,
  library: text,
  publisher: text,
  seed: text,
  q: text,
  query: text,
});

export interface FeedCall {
  viewer: Viewer;
  query: z.output<typeof feedQuery>;
  pageSize: number;
  /** Groups with the beginnings of other feeds are wanted. */
  withGroups: boolean;
}

export const pageOf = ({ query, pageSize }: FeedCall) => ({ page: query.page, pageSize });

/** Entries of a group that is the beginning of another feed. */
export const groupSize = 10;
