// The reading position: by page, by Readium progression, and for whole series.
import { progressionSchema } from '@lectern/contract/reading/progress';
import { empty, json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { invalid } from '#infrastructure/errors.ts';
import { readClientProgram } from '#infrastructure/http/clients/client-program.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { command, document } from './descriptions.ts';
import { toAddresses } from './publications.ts';

const pageProgress = z.looseObject({
  page: z.int().min(1).max(2_147_483_647).nullish(),
  completed: z.boolean().nullish(),
});

/** Strict clients send unknown values as null. */
const written = z.preprocess(withoutNulls, progressionSchema);

const noBody = z.unknown().optional();
const optional = { optionalBody: true } as const;

const contract = routes('Compatible progress', 'Reading positions for apps made for another server.', {
  write: command('PATCH', '/api/v1/books/{id}/read-progress', {
    access: 'progress:write',
    body: pageProgress,
  }),
  remove: {
    ...command('DELETE', '/api/v1/books/{id}/read-progress', { access: 'progress:write', body: noBody }),
    ...optional,
  },
  get: {
    ...document('/api/v1/books/{id}/progression', 'books:read', progressionSchema),
    answers: { 200: json(progressionSchema), 204: empty('No progress') },
  },
  put: command('PUT', '/api/v1/books/{id}/progression', { access: 'progress:write', body: written }),
  markSeries: {
    ...command('POST', '/api/v1/series/{id}/read-progress', { access: 'progress:write', body: noBody }),
    ...optional,
  },
  unmarkSeries: {
    ...command('DELETE', '/api/v1/series/{id}/read-progress', { access: 'progress:write', body: noBody }),
    ...optional,
  },
});

const type = 'application/vnd.readium.progression+json; charset=utf-8';

export function createProgressRoutes({ services }: CompatDependencies): MountedRoute[] {
  const { progress, publications } = services;

  /** For pages, the position counts and the href is ignored, because clients leave it empty. */
  async function toOwn(viewer: Viewer, id: string, document: z.output<typeof written>) {
    const { position } = document.locator.locations ?? {};
    const { map } = await publications.open(viewer, id);
    if (map.epub !== null || !position || position > map.pages.length) return document;
    return { ...document, locator: { ...document.locator, href: `pages/${position}` } };
  }

  return implement(contract, {
    async write({ viewer, params: { id }, body: { page, completed }, request }) {
      if (page == null && completed == null)
        throw invalid({ path: 'body.page', message: 'Send a page, or whether the book is completed' });
      const program = readClientProgram(request, 'compat');
      await progress.write(viewer, id, {
        ...(page != null && completed !== true && { currentPage: page }),
        ...(completed != null && { completed }),
        deviceId: program.id,
        deviceName: program.name,
      });
    },
    remove: ({ viewer, params: { id } }) => progress.remove(viewer, id),
    async get({ viewer, params: book, request }) {
      const found = await progress.getProgression(viewer, book.id, toAddresses(request, book));
      return found
        ? answer(found, { status: 200, headers: { 'content-type': type } })
        : answer(undefined, { status: 204 });
    },
    put: async ({ viewer, params: { id }, body }) =>
      progress.writeForeignProgression(viewer, id, await toOwn(viewer, id, body)),
    markSeries: ({ viewer, params: { id } }) => progress.markSeries(viewer, id, true),
    unmarkSeries: ({ viewer, params: { id } }) => progress.markSeries(viewer, id, false),
  });
}

/** Removes members that are null. Bodies are at most 64 levels deep. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(present.map(([name, member]) => [name, withoutNulls(member)]));
}
