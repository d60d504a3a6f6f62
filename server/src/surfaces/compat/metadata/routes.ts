// Edits metadata, and requests analyses.
import { idParams } from '@lectern/contract/fields';
import { empty, routes } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { readClientProgram } from '#infrastructure/http/clients/client-program.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { anyQuery } from '../lists/descriptions.ts';
import { type RequestValues, toBookChanges, toSeriesChanges, toSharingLabels } from './changes.ts';

const changes = z.looseObject({});
const maxBooks = 500;

const patch = <const A extends Permission>(path: `/${string}`, access: A) =>
  ({
    method: 'PATCH',
    path: `/{prefix}${path}`,
    summary: '',
    access,
    params: idParams,
    body: changes,
    answers: { 204: empty() },
  }) as const;
const order = (path: `/${string}`) =>
  ({
    method: 'POST',
    path: `/{prefix}${path}`,
    summary: '',
    access: 'books:write',
    params: idParams,
    query: anyQuery,
    answers: { 202: empty('Begun') },
  }) as const;

const contract = routes('Compatible metadata', 'Metadata edits by apps made for another server.', {
  series: patch('/api/v1/series/{id}/metadata', 'series:write'),
  book: patch('/api/v1/books/{id}/metadata', 'books:write'),
  books: {
    method: 'PATCH',
    path: '/{prefix}/api/v1/books/metadata',
    summary: '',
    access: 'books:write',
    body: z
      .record(z.string(), changes)
      .refine((given) => Object.keys(given).length <= maxBooks, `Send at most ${maxBooks} books`),
    answers: { 204: empty() },
  },
  analyzeSeries: order('/api/v1/series/{id}/analyze'),
  refreshSeries: order('/api/v1/series/{id}/metadata/refresh'),
  analyzeBook: order('/api/v1/books/{id}/analyze'),
  refreshBook: order('/api/v1/books/{id}/metadata/refresh'),
});

export function createMetadataRoutes({ catalog, services }: CompatDependencies): MountedRoute[] {
  const { books, series, sharingTags, analysis } = services;

  async function editBook(viewer: Viewer, id: string, given: RequestValues, client: string): Promise<void> {
    const { authors } = await books.metadata.get(viewer, id);
    const { numberText, ...change } = toBookChanges(given, authors);
    await books.metadata.updateByClient(viewer, id, { ...change, client }, numberText);
  }

  async function reread(viewer: Viewer, column: 'id' | 'seriesId', id: string): Promise<void> {
    const found = await analysis.analyzeMany(viewer, { column, ids: [id], force: true });
    if (found === 0) throw notFound(column === 'id' ? 'book' : 'series');
  }

  return implement(contract, {
    async series({ viewer, params, body, request }) {
      const change = toSeriesChanges(body);
      const labels = toSharingLabels(body);
      await catalog.series.get(viewer, params.id);
      const tagIds = labels && (await sharingTags.resolveNames(viewer, labels, 'sharingLabels'));
      await series.metadata.updateByClient(viewer, params.id, { ...change, client: toClientName(request) });
      // Last, because new tags may hide the series from the caller.
      if (tagIds) await sharingTags.setOfSeries(viewer, { seriesId: params.id, tagIds });
    },
    book: ({ viewer, params, body, request }) => editBook(viewer, params.id, body, toClientName(request)),
    async books({ viewer, body, request }) {
      for (const [id, given] of Object.entries(body)) {
        const { data } = idParams.safeParse({ id });
        if (!data) throw notFound('book');
        await editBook(viewer, data.id, given, toClientName(request));
      }
    },
    analyzeSeries: ({ viewer, params }) => reread(viewer, 'seriesId', params.id),
    refreshSeries: ({ viewer, params }) => reread(viewer, 'seriesId', params.id),
    analyzeBook: ({ viewer, params }) => reread(viewer, 'id', params.id),
    refreshBook: ({ viewer, params }) => reread(viewer, 'id', params.id),
  });
}

/** The first product of the user agent without its version: `komf`. */
const toClientName = (request: CallRequest): string =>
  (/^[^\s/]+/.exec(readClientProgram(request, 'app').name)?.[0] ?? 'app').slice(0, 100);
