// Pagination and sort order of lists.
import { z } from 'zod';
import { decimal } from './fields.ts';

export const defaultPageSize = 50;
export const maximumPageSize = 500;

/** Limits numbers to the largest exact integer; no list reaches it. */
const toSafe = (sent: unknown): unknown =>
  typeof sent === 'string' && /^\d{16,}$/.test(sent)
    ? String(Math.min(Number(sent), Number.MAX_SAFE_INTEGER))
    : sent;

/** `page` starts at 1. A larger `pageSize` is reduced to the maximum. */
export const pageQuery = z.object({
  page: z
    .preprocess(toSafe, decimal(z.int().min(1)))
    .default(1)
    .meta({ description: 'Page number, starting at 1.' }),
  pageSize: z
    .preprocess(toSafe, decimal(z.int().min(1)))
    .default(defaultPageSize)
    .meta({
      description: `Number of entries. At most ${maximumPageSize}; larger values are reduced to ${maximumPageSize}.`,
    }),
});

export interface PageRequest {
  page: number;
  pageSize: number;
}

/**
 * One or several `sort` parameters: `<field>` or `<field>,<asc|desc>`. Each list checks the fields and names the
 * allowed ones in the error; the API description lists them too.
 */
export function sortQuery(fields: readonly string[]) {
  const term = z.string().meta({ pattern: `^(?:(?:${fields.join('|')})(?:,(?:asc|desc))?)?$` });
  return z.object({
    sort: z
      .union([term, z.array(term).max(8)])
      .optional()
      .meta({
        description:
          'Sort order: `<field>,<asc|desc>`. Can be repeated for tie-breakers. Fields in snake case are aliases.',
      }),
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
  .meta({ id: 'PageLinks', description: 'Relative URLs that keep all other query parameters.' });
export type PageLinks = z.infer<typeof linksSchema>;

/** Envelope of a list. */
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
