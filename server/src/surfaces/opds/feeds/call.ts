// Input of a feed: the viewer and the query. Invalid values count as omitted, because clients show feeds but no errors.
import { decimal } from '@lectern/contract/fields';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';

/** Query values are truncated to the longest text a list accepts. */
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
  // Defaults before parsing, because creating a ZodError is slow.
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
  /** Whether to include groups with the first entries of other feeds. */
  withGroups: boolean;
}

export const pageOf = ({ query, pageSize }: FeedCall) => ({ page: query.page, pageSize });

/** Entries per group. */
export const groupSize = 10;
