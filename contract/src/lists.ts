// The body of a list with conditions.
import { z } from 'zod';
import { bookConditionSchema, seriesConditionSchema } from './condition-schemas.ts';
import { decimal } from './fields.ts';
import { pageQuery, sortQuery } from './pagination.ts';
import { bookSortFields, seriesSortFields } from './values.ts';

/** What a person types into a search box; blank = absent. */
export const searchTextSchema = z.string().max(500).meta({
  description:
    'Words in any order, each the beginning of a word; case and accents apart. `"a phrase"`, `-exclusion`. Chinese, Japanese and Korean anywhere in a text. Blank, or without a letter or digit, it is as if absent.',
});

const rest = {
  fullTextSearch: searchTextSchema.nullish(),
  includeDeleted: z.boolean().optional(),
};

export const listBooksBody = z
  .object({ condition: bookConditionSchema.nullish(), ...rest })
  .meta({ id: 'ListBooks' });
export const listSeriesBody = z
  .object({ condition: seriesConditionSchema.nullish(), ...rest })
  .meta({ id: 'ListSeries' });

/** `sort=random` has a `seed`; the links of the answer carry the one that was drawn. */
export const seedQuery = z.object({
  seed: decimal(z.int().min(0).max(0xffff_ffff)).optional().meta({ description: 'Of `sort=random`.' }),
});

const toListQuery = (fields: readonly string[]) =>
  pageQuery.extend(sortQuery(fields).shape).extend(seedQuery.shape);
export const listBooksQuery = toListQuery(bookSortFields);
export const listSeriesQuery = toListQuery(seriesSortFields);
