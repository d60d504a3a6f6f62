// Forgetting soft-deleted books for good.
import { z } from 'zod';
import { idParams } from './fields.ts';
import { json, routes } from './route.ts';

const purgedSchema = z.object({ purged: z.int().min(0) }).meta({ id: 'Purged' });

export const purging = routes('Purging', 'Forgetting books that are gone.', {
  library: {
    method: 'DELETE',
    path: '/api/v1/libraries/{id}/purge-deleted',
    summary: 'Forget the soft-deleted books of a library for good',
    description: 'With all that readers did with them.',
    access: 'libraries:write',
    params: idParams,
    answers: { 200: json(purgedSchema) },
  },
  series: {
    method: 'DELETE',
    path: '/api/v1/series/{id}/purge-deleted',
    summary: 'Forget the soft-deleted books of a series for good',
    access: 'libraries:write',
    params: idParams,
    answers: { 200: json(purgedSchema) },
  },
});
