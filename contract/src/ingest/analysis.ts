// Analysis: reading page lists, metadata and covers from book files.
import { z } from 'zod';
import { id, idParams } from '../fields.ts';
import { json, routes } from '../route.ts';

export const taskStartedSchema = z.object({ taskId: id }).meta({ id: 'TaskStarted' });

const common = {
  method: 'POST',
  access: 'books:write',
  params: idParams,
  query: z.object({ force: z.enum(['true', 'false']).default('false') }),
  answers: { 202: json(taskStartedSchema) },
} as const;
const ofMany =
  'Starts a background task for books that were never analyzed or that failed. With `force`, analyzes all books.';

export const analysis = routes('Analysis', 'Reads page lists, metadata and covers from book files.', {
  library: {
    path: '/api/v1/libraries/{id}/analyze',
    summary: 'Analyze the books of a library',
    description: ofMany,
    ...common,
  },
  series: {
    path: '/api/v1/series/{id}/analyze',
    summary: 'Analyze the books of a series',
    description: ofMany,
    ...common,
  },
  book: {
    path: '/api/v1/books/{id}/analyze',
    summary: 'Analyze a book',
    description:
      'Starts a background task if the book was never analyzed or failed. With `force`, analyzes it in any case.',
    ...common,
  },
});
