// The unchanged files of books, series and read lists, and their deletion to the trash.
import { bytes, empty, routes } from '@lectern/contract/route';
import { fileTypes } from '@lectern/contract/values';
import { z } from 'zod';
import { can } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { listBooksOf } from '../book-lists/lists.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { anyQuery, download, params } from './descriptions.ts';

const file = (rest: string) =>
  ({
    ...download(`/api/v1/books/{id}/file${rest}`, 'files:download', fileTypes),
    answers: { 200: bytes(fileTypes), 206: bytes(fileTypes, 'The requested range') },
    errors: ['range_not_satisfiable', 'conflict', 'page_extraction_failed'],
  }) as const;

const removal = (noun: 'books' | 'series') =>
  ({
    method: 'DELETE',
    path: `/{prefix}/api/v1/${noun}/{id}/file`,
    summary: '',
    access: 'files:manage',
    params,
    query: anyQuery,
    answers: { 202: empty() },
    errors: ['conflict', 'insufficient_storage'],
  }) as const;

const contract = routes('Compatible files', 'Files for apps made for another server.', {
  file: file(''),
  namedFile: { ...file('/{name*}'), params: z.object({ ...params.shape, name: z.string() }) },
  series: download('/api/v1/series/{id}/file', 'files:download', ['application/zip']),
  readList: download('/api/v1/readlists/{id}/file', 'files:download', ['application/zip']),
  removeBook: removal('books'),
  removeSeries: removal('series'),
});

export function createFileRoutes(deps: CompatDependencies): MountedRoute[] {
  const { files, trash } = deps.services;
  const begun = answer(undefined, { status: 202 });
  return implement(contract, {
    file: ({ viewer, params: { id } }) => files.sendReadable(viewer, id),
    namedFile: ({ viewer, params: { id } }) => files.sendReadable(viewer, id),
    series: ({ viewer, params: { id } }) => files.sendSeriesZip(viewer, id),
    async readList({ viewer, params: { id } }) {
      if (!can(viewer, 'readlists:read')) throw notFound('read list');
      return files.sendZip(viewer, await listBooksOf(deps, viewer, id));
    },
    async removeBook({ viewer, params: { id } }) {
      await trash.trashBook(viewer, id);
      return begun;
    },
    async removeSeries({ viewer, params: { id } }) {
      await trash.trashSeries(viewer, id);
      return begun;
    },
  });
}
