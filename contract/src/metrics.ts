// Figures about the library and about work in the background.
import { z } from 'zod';
import { count64, id } from './fields.ts';
import { fileFormatSchema } from './reading.ts';
import { bytes as bytesOf, json, routes } from './route.ts';

const figures = { bookCount: count64, seriesCount: count64, bytes: count64, pageCount: count64 };

export const metrics = routes('Metrics', 'Figures about the server.', {
  inventory: {
    method: 'GET',
    path: '/api/v1/metrics/inventory',
    summary: 'What there is, as far as the caller sees it',
    access: 'system:health',
    answers: {
      200: json(
        z
          .object({
            ...figures,
            libraryCount: count64,
            byFormat: z.array(z.object({ format: fileFormatSchema, bookCount: count64, bytes: count64 })),
            libraries: z.array(z.object({ id, name: z.string(), ...figures })),
          })
          .meta({ id: 'Inventory' }),
      ),
    },
  },
  prometheus: {
    method: 'GET',
    path: '/metrics',
    summary: 'Everything that Prometheus collects, of the process that answers',
    description:
      'Text format 0.0.4: requests by route, memory, processor and event loop, books by library, tasks, open PDF ' +
      'documents. Books are counted once a minute at most. An API key with `system:health` does.',
    access: 'system:health',
    answers: { 200: bytesOf(['text/plain'], 'Prometheus text format') },
  },
  tasks: {
    method: 'GET',
    path: '/api/v1/metrics/tasks',
    summary: 'Tasks by type: how many, how many failed, how long they take',
    description: 'Of the tasks that are still remembered.',
    access: 'system:health',
    answers: {
      200: json(
        z.object({
          types: z.array(
            z.object({
              type: z.string(),
              count: count64,
              failed: count64,
              meanSeconds: z.number().nullable(),
              longestSeconds: z.number().nullable(),
            }),
          ),
        }),
      ),
    },
  },
});
