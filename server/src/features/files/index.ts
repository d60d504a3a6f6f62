// The files of books, byte for byte: one, or a whole series as a zip made while it is sent.
import { files as contract } from '@lectern/contract/files';
import type { Catalog } from '#catalog/catalog.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { sendBookFile } from './book-file.ts';
import { sendSeriesZip } from './series-zip.ts';

export function createFiles({ catalog }: { catalog: Catalog }): { routes: MountedRoute[] } {
  return {
    routes: implement(contract, {
      book: async ({ viewer, params }) => sendBookFile(await catalog.files.get(viewer, params.id)),
      series: ({ viewer, params }) => sendSeriesZip(catalog, viewer, params.id),
    }),
  };
}
