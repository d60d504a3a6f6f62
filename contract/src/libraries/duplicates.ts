// Duplicate files, and series that may be the same.
import { z } from 'zod';
import { count64, id, int64 } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { json, routes } from '../route.ts';
import { duplicateReasons } from '../values.ts';
import { bookSchema } from './books.ts';
import { seriesSchema } from './series.ts';

const duplicateBooks = z
  .object({
    fileHash: z.string(),
    fileSize: int64,
    count: count64,
    wastedBytes: int64.meta({ description: 'Size of all copies but one, in bytes.' }),
    books: z.array(bookSchema).meta({ description: 'Books of the group, oldest first. At most 100.' }),
  })
  .meta({ id: 'DuplicateBooks' });

const duplicateSeries = z
  .object({
    reason: z.enum(duplicateReasons),
    key: z.string().meta({
      description:
        'Shared key: the title without case, accents, punctuation, articles and brackets, or `source:id`.',
    }),
    series: z.array(seriesSchema).meta({ description: 'Series of the group, oldest first. At most 100.' }),
  })
  .meta({ id: 'DuplicateSeries' });

const query = pageQuery.extend({ libraryId: id.optional() });

export const duplicates = routes('Duplicates', 'Duplicate books and series.', {
  books: {
    method: 'GET',
    path: '/api/v1/duplicates',
    summary: 'List duplicate files',
    description: 'Returns groups of books with identical content, largest waste first.',
    access: 'books:write',
    query,
    answers: { 200: json(paginated(duplicateBooks)) },
  },
  series: {
    method: 'GET',
    path: '/api/v1/duplicates/series',
    summary: 'List duplicate series',
    description:
      'Returns series with the same title or external id, largest groups first. Series with the same title and different years are separate runs and not listed.',
    access: 'books:write',
    query,
    answers: { 200: json(paginated(duplicateSeries)) },
  },
});
