// Permanent deletion of books with missing files.
import { z } from 'zod';
import { idParams } from '../fields.ts';
import { json, routes } from '../route.ts';

const purgedSchema = z.object({ purged: z.int().min(0) }).meta({ id: 'Purged' });

export const purging = routes('Purging', 'Permanent deletion of missing books.', {
  library: {
    method: 'DELETE',
    path: '/api/v1/libraries/{id}/purge-deleted',
    summary: 'Purge the missing books of a library',
    description:
      'Permanently deletes books with missing files, including their progress, notes and other reading data. Returns the number of deleted books. Returns 403 for callers who are limited by tags or age ratings.',
    access: 'libraries:write',
    params: idParams,
    answers: { 200: json(purgedSchema) },
  },
  series: {
    method: 'DELETE',
    path: '/api/v1/series/{id}/purge-deleted',
    summary: 'Purge the missing books of a series',
    description:
      'Permanently deletes books with missing files, including their progress, notes and other reading data. Returns the number of deleted books.',
    access: 'libraries:write',
    params: idParams,
    answers: { 200: json(purgedSchema) },
  },
});
