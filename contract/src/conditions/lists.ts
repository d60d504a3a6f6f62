// Body of list requests with conditions.
import { z } from 'zod';
import { decimal } from '../fields.ts';
import { pageQuery, paginated, sortQuery } from '../pagination.ts';
import { bookSortFields, seriesSortFields } from '../values.ts';
import { bookConditionSchema, seriesConditionSchema } from './schemas.ts';

/** Search text of a user. Blank counts as absent. */
export const searchTextSchema = z.string().max(500).meta({
  description:
    'Prefixes of words in any order. Ignores case and accents. Supports `"a phrase"` and `-exclusion`. Chinese, Japanese and Korean text matches anywhere. Text without letters and digits counts as absent.',
});

const rest = {
  fullTextSearch: searchTextSchema.nullish(),
  exactSearch: z.boolean().optional().meta({
    description:
      'If true, typing errors in `fullTextSearch` are not corrected. By default, a text without results is corrected with words of titles and names, if the caller can see results for them.',
  }),
  includeDeleted: z.boolean().optional(),
};

export const listBooksBody = z
  .object({ condition: bookConditionSchema.nullish(), ...rest })
  .meta({ id: 'ListBooks' });
export const listSeriesBody = z
  .object({ condition: seriesConditionSchema.nullish(), ...rest })
  .meta({ id: 'ListSeries' });

/** Envelope of a list with a search text. */
export const searched = <T extends z.ZodType>(item: T) =>
  paginated(item).extend({
    correctedSearch: z.string().optional().meta({
      description:
        'The corrected search text whose results these are, because `fullTextSearch` has none. Omitted for results of `fullTextSearch` itself.',
    }),
  });

/** `sort=random` uses a seed. Links in the response contain the generated seed. */
export const seedQuery = z.object({
  seed: decimal(z.int().min(0).max(0xffff_ffff))
    .optional()
    .meta({ description: 'Seed for `sort=random`. Generated if omitted.' }),
});

const toListQuery = (fields: readonly string[]) =>
  pageQuery.extend(sortQuery(fields).shape).extend(seedQuery.shape);
export const listBooksQuery = toListQuery(bookSortFields);
export const listSeriesQuery = toListQuery(seriesSortFields);
