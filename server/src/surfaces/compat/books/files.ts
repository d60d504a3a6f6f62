// The unchanged files of books and series.
import { bytes, routes } from '@lectern/contract/route';
import { fileTypes } from '@lectern/contract/values';
import { z } from 'zod';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { download, params } from './descriptions.ts';

const file = (rest: string) =>
  ({
    ...download(`/api/v1/books/{id}/file${rest}`, 'files:download', fileTypes),
    answers: { 200: bytes(fileTypes), 206: bytes(fileTypes, 'The requested range') },
    errors: ['range_not_satisfiable', 'conflict', 'page_extraction_failed'],
  }) as const;

const contract = routes('Compatible files', 'Files for apps made for another server.', {
  file: file(''),
  namedFile: { ...file('/{name*}'), params: z.object({ ...params.shape, name: z.string() }) },
  series: download('/api/v1/series/{id}/file', 'files:download', ['application/zip']),
});

export function createFileRoutes({ services: { files } }: CompatDependencies): MountedRoute[] {
  return implement(contract, {
    file: ({ viewer, params: { id } }) => files.sendReadable(viewer, id),
    namedFile: ({ viewer, params: { id } }) => files.sendReadable(viewer, id),
    series: ({ viewer, params: { id } }) => files.sendSeriesZip(viewer, id),
  });
}
