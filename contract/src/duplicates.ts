// Books that are there twice, and series that may be one.
import { z } from 'zod';
import { bookSchema } from './books.ts';
import { count64, id, int64 } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { json, routes } from './route.ts';
import { seriesSchema } from './series.ts';
import { duplicateReasons } from './values.ts';

const duplicateBooks = z
  .object({
    fileHash: z.string(),
    fileSize: int64,
    count: count64,
    wastedBytes: int64.meta({ description: 'What all but one of them take.' }),
    books: z.array(bookSchema).meta({ description: 'The oldest hundred of them.' }),
  })
  .meta({ id: 'DuplicateBooks' });

const duplicateSeries = z
  .object({
    reason: z.enum(duplicateReasons),
    key: z.string().meta({
      description:
        'What they share: the title without case, accents, signs, articles and brackets, or `source:id`.',
    }),
    series: z.array(seriesSchema).meta({ description: 'The oldest hundred of them.' }),
  })
  .meta({ id: 'DuplicateSeries' });

const query = pageQuery.extend({ libraryId: id.optional() });

export const duplicates = routes('Duplicates', 'What is there more than once.', {
  books: {
    method: 'GET',
    path: '/api/v1/duplicates',
    summary: 'Files of the same content, the most wasteful first',
    access: 'books:write',
    query,
    answers: { 200: json(paginated(duplicateBooks)) },
  },
  series: {
    method: 'GET',
    path: '/api/v1/duplicates/series',
    summary: 'Series of the same title or external id',
    description: 'The largest groups first. Series of one title whose years differ are different runs.',
    access: 'books:write',
    query,
    answers: { 200: json(paginated(duplicateSeries)) },
  },
});
