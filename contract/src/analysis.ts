// Reading books again.
import { z } from 'zod';
import { id, idParams } from './fields.ts';
import { json, routes } from './route.ts';

export const taskStartedSchema = z.object({ taskId: id }).meta({ id: 'TaskStarted' });

export const analysis = routes('Analysis', 'Reading books again.', {
  library: {
    method: 'POST',
    path: '/api/v1/libraries/{id}/analyze',
    summary: 'Read the books of a library again',
    description: 'Books that were never read or failed; with `force` all.',
    access: 'books:write',
    params: idParams,
    query: z.object({ force: z.enum(['true', 'false']).default('false') }),
    answers: { 202: json(taskStartedSchema) },
  },
  series: {
    method: 'POST',
    path: '/api/v1/series/{id}/analyze',
    summary: 'Read the books of a series again',
    access: 'books:write',
    params: idParams,
    query: z.object({ force: z.enum(['true', 'false']).default('false') }),
    answers: { 202: json(taskStartedSchema) },
  },
  book: {
    method: 'POST',
    path: '/api/v1/books/{id}/analyze',
    summary: 'Read a book again',
    access: 'books:write',
    params: idParams,
    query: z.object({ force: z.enum(['true', 'false']).default('false') }),
    answers: { 202: json(taskStartedSchema) },
  },
});
