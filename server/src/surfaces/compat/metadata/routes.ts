// Edits metadata, and requests analyses.
import { idParams } from '@lectern/contract/fields';
import { empty, routes } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
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

  async function editBook(viewer: Viewer, id: string, given: RequestValues): Promise<void> {
    const { authors } = await books.metadata.get(viewer, id);
    const { patch: values, locks, numberText } = toBookChanges(given, authors);
    await books.metadata.update(viewer, id, values, numberText);
    await books.metadata.setLocks(viewer, id, locks);
  }

  async function reread(viewer: Viewer, column: 'id' | 'seriesId', id: string): Promise<void> {
    const found = await analysis.analyzeMany(viewer, { column, ids: [id], force: true });
    if (found === 0) throw notFound(column === 'id' ? 'book' : 'series');
  }

  return implement(contract, {
    async series({ viewer, params, body }) {
      const { patch: values, locks } = toSeriesChanges(body);
      const labels = toSharingLabels(body);
      await catalog.series.get(viewer, params.id);
      const tagIds = labels && (await sharingTags.resolveNames(viewer, labels, 'sharingLabels'));
      await series.metadata.update(viewer, params.id, values);
      await series.metadata.setLocks(viewer, params.id, locks);
      // Last, because new tags may hide the series from the caller.
      if (tagIds) await sharingTags.setOfSeries(viewer, { seriesId: params.id, tagIds });
    },
    book: ({ viewer, params, body }) => editBook(viewer, params.id, body),
    async books({ viewer, body }) {
      for (const [id, given] of Object.entries(body)) {
        const { data } = idParams.safeParse({ id });
        if (!data) throw notFound('book');
        await editBook(viewer, data.id, given);
      }
    },
    analyzeSeries: ({ viewer, params }) => reread(viewer, 'seriesId', params.id),
    refreshSeries: ({ viewer, params }) => reread(viewer, 'seriesId', params.id),
    analyzeBook: ({ viewer, params }) => reread(viewer, 'id', params.id),
    refreshBook: ({ viewer, params }) => reread(viewer, 'id', params.id),
  });
}
