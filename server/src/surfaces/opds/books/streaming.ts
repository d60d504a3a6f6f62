// OPDS Page Streaming Extension 1.2: zero-based pages, sent as JPEG as announced by every entry.

import { decimal, id } from '@lectern/contract/fields';
import { bytes, routes } from '@lectern/contract/route';
import { z } from 'zod';
import { readClientProgram } from '#infrastructure/http/clients/client-program.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { OpdsDependencies } from '../dependencies.ts';
import { cacheable } from './caching.ts';

const maxWidth = 4_096;

/** An invalid width counts as omitted, because some clients leave the template's `{maxWidth}` unreplaced or empty. */
const width = z
  .preprocess((value) => (Array.isArray(value) ? value[0] : value), decimal(z.int().min(1)))
  .transform((pixels) => Math.min(pixels, maxWidth))
  .optional()
  .catch(undefined);

const streaming = routes('OPDS', 'Page streaming.', {
  page: {
    method: 'GET',
    path: '/opds/v1/books/{id}/pages/{pageNumber}',
    summary: 'Get a zero-based page as a JPEG',
    description:
      'The page is never enlarged. Fetching consecutive pages advances the reading position; single and prefetched pages do not.',
    access: 'pages:read',
    params: z.object({ id, pageNumber: decimal(z.int().min(0).max(2_147_483_646)) }),
    query: z.looseObject({ width }),
    answers: { 200: bytes(['image/jpeg']) },
    errors: ['page_extraction_failed', 'conflict'],
  },
});

export const createStreamingRoutes = ({ services }: OpdsDependencies): MountedRoute[] =>
  implement(streaming, {
    async page({ viewer, params, query, request }) {
      const number = params.pageNumber + 1;
      const { headers, method } = request;
      const answer = await services.pages.get(viewer, params.id, {
        number,
        width: query.width,
        format: 'jpeg',
        accept: undefined,
        acceptEncoding: headers['accept-encoding'],
      });
      const device = readClientProgram(request, 'opds');
      if (method === 'GET') await services.progress.noteFetched(viewer, params.id, { page: number, device });
      return cacheable(answer, 'page');
    },
  });
