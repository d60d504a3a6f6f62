// The reading position in both formats of OPDS 2 clients: the Readium document (with Cantook's relation), and OPDS
// Progression 1.0.
import { idParams } from '@lectern/contract/fields';
import { progressionSchema } from '@lectern/contract/reading/progress';
import { bytes, empty, json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import { opdsProgressionSchema } from '#features/reading/progress/index.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import { answer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { mediaTypes } from '../addresses.ts';
import type { OpdsDependencies } from '../dependencies.ts';
import { toAddresses } from './manifest-form.ts';

const { readiumProgression: readium, progression: opds } = mediaTypes;
const document = json(z.looseObject({}), 'The current position');

const progress = routes('OPDS', 'Reading positions.', {
  getReadium: {
    method: 'GET',
    path: '/opds/v2/books/{id}/progression',
    summary: 'Get the position as a Readium progression document; 204 without progress',
    access: 'books:read',
    params: idParams,
    answers: { 200: json(progressionSchema), 204: empty('No progress') },
  },
  putReadium: {
    method: 'PUT',
    path: '/opds/v2/books/{id}/progression',
    summary: 'Set the position; 409 if a later one is stored, 400 if the book has no such resource',
    access: 'progress:write',
    params: idParams,
    body: progressionSchema,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
  getOpds: {
    method: 'GET',
    path: '/opds/v2/books/{id}/progress',
    summary: 'Get the position as an OPDS progression document; empty without progress',
    access: 'books:read',
    params: idParams,
    answers: { 200: bytes([opds]) },
  },
  putOpds: {
    method: 'PUT',
    path: '/opds/v2/books/{id}/progress',
    summary: 'Set the position; returns the current one, with 409 if a later one is stored',
    access: 'progress:write',
    params: idParams,
    body: opdsProgressionSchema,
    answers: { 200: document, 409: document },
    errors: ['conflict'],
  },
});

export function createProgressRoutes({ services }: OpdsDependencies): MountedRoute[] {
  const { progress: service } = services;
  return implement(progress, {
    async getReadium({ viewer, params, request }) {
      const found = await service.getProgression(viewer, params.id, toAddresses(request, params.id));
      return found
        ? answer(found, { status: 200, headers: { 'content-type': `${readium}; charset=utf-8` } })
        : answer(undefined, { status: 204 });
    },
    putReadium: ({ viewer, params, body }) => service.writeForeignProgression(viewer, params.id, body),
    async getOpds({ viewer, params, request }) {
      const found = await service.getOpdsProgression(viewer, params.id, toAddresses(request, params.id));
      const text = Buffer.from(found ? JSON.stringify(found) : '');
      return bytesAnswer({ mediaType: opds, sizeBytes: text.length, body: () => text });
    },
    async putOpds({ viewer, params, body, request }) {
      const { applied, holds } = await service.writeOpdsProgression(viewer, params.id, {
        document: body,
        addresses: toAddresses(request, params.id),
      });
      if (!holds) throw conflict(reason('position_given_up'));
      return answer(holds, {
        status: applied ? 200 : 409,
        headers: { 'content-type': `${opds}; charset=utf-8`, 'cache-control': 'no-store' },
      });
    },
  });
}
