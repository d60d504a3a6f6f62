// The files of books and series, byte for byte.
import { bytes, routes } from '@lectern/contract/route';
import { z } from 'zod';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { type CompatBookDependencies, download, params } from './dependencies.ts';

const types = [
  'application/vnd.comicbook+zip',
  'application/vnd.comicbook-rar',
  'application/epub+zip',
  'application/pdf',
] as const;

const file = (rest: string) =>
  ({
    ...download(`/api/v1/books/{id}/file${rest}`, 'files:download', types),
    answers: { 200: bytes(types), 206: bytes(types, 'The range asked for') },
    errors: ['range_not_satisfiable', 'conflict'],
  }) as const;

const contract = routes('Compatible files', 'Files for apps made for another server.', {
  file: file(''),
  namedFile: { ...file('/{name*}'), params: z.object({ ...params.shape, name: z.string() }) },
  series: download('/api/v1/series/{id}/file', 'files:download', ['application/zip']),
});

export function createFileRoutes({
  services: { files },
}: Pick<CompatBookDependencies, 'services'>): MountedRoute[] {
  return implement(contract, {
    file: ({ viewer, params: { id } }) => files.sendBook(viewer, id),
    namedFile: ({ viewer, params: { id } }) => files.sendBook(viewer, id),
    series: ({ viewer, params: { id } }) => files.sendSeriesZip(viewer, id),
  });
}
