// Pages of lists and their order.
import { z } from 'zod';
import { decimal } from './fields.ts';

export const defaultPageSize = 50;
export const maximumPageSize = 500;

/** A number of any length as the largest that is exact: there is nothing beyond it anyhow. */
const toSafe = (sent: unknown): unknown =>
  typeof sent === 'string' && /^\d{16,}$/.test(sent)
    ? String(Math.min(Number(sent), Number.MAX_SAFE_INTEGER))
    : sent;

/** `page` counts from 1; a `pageSize` above the maximum is served as the maximum. */
export const pageQuery = z.object({
  page: z
    .preprocess(toSafe, decimal(z.int().min(1)))
    .default(1)
    .meta({ description: 'Counts from 1.' }),
  pageSize: z
    .preprocess(toSafe, decimal(z.int().min(1)))
    .default(defaultPageSize)
    .meta({ description: `At most ${maximumPageSize}; more is served as ${maximumPageSize}.` }),
});

export interface PageRequest {
  page: number;
  pageSize: number;
}

/**
 * One `sort` parameter or several: `<field>` or `<field>,<asc|desc>`. Fields are checked by the list itself, which names
 * those that it has; the API description tells them, too.
 */
export function sortQuery(fields: readonly string[]) {
  const term = z.string().meta({ pattern: `^(?:(?:${fields.join('|')})(?:,(?:asc|desc))?)?$` });
  return z.object({
    sort: z
      .union([term, z.array(term).max(8)])
      .optional()
      .meta({ description: '`<field>,<asc|desc>`, may repeat for tie-breakers.' }),
  });
}

export const linksSchema = z
  .object({
    self: z.string(),
    first: z.string(),
    prev: z.string().optional(),
    next: z.string().optional(),
    last: z.string(),
  })
  .meta({ id: 'PageLinks', description: 'Relative addresses that keep every other query parameter.' });
export type PageLinks = z.infer<typeof linksSchema>;

/** The envelope of a list. */
export function paginated<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
    totalPages: z.int(),
    links: linksSchema,
  });
}
