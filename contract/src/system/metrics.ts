// Statistics of the library and of background tasks.
import { z } from 'zod';
import { count64, id } from '../fields.ts';
import { fileFormatSchema } from '../reading/reading.ts';
import { bytes as bytesOf, json, routes } from '../route.ts';

const figures = { bookCount: count64, seriesCount: count64, bytes: count64, pageCount: count64 };

export const metrics = routes('Metrics', 'Statistics of the server.', {
  inventory: {
    method: 'GET',
    path: '/api/v1/metrics/inventory',
    summary: 'Get library statistics',
    description: 'Counts only resources that the caller can access.',
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
    summary: 'Get Prometheus metrics',
    description:
      'Returns metrics of the current process in text format 0.0.4: requests by route, memory, CPU, event loop, books by library, tasks, and open PDF documents. Books are counted at most once a minute. Accepts API keys with `system:health`.',
    access: 'system:health',
    answers: { 200: bytesOf(['text/plain'], 'Prometheus text format') },
  },
  tasks: {
    method: 'GET',
    path: '/api/v1/metrics/tasks',
    summary: 'Get task statistics',
    description:
      'Returns the number of tasks, the number of failures and the mean duration by type. Covers tasks that were not deleted yet.',
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
