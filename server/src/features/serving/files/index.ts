// The files of books, byte for byte: one, or a whole series as a zip made while it is sent.
import { files as contract } from '@lectern/contract/files';
import type { FileFormat } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { BytesAnswer } from '#infrastructure/http/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { mediaTypeOf, sendBookFile } from './book-file.ts';
import { sendSeriesZip } from './series-zip.ts';

export interface FileService {
  /** Throws not_found for what the viewer may not see and for files that are gone. */
  sendBook(viewer: Viewer, id: string): Promise<BytesAnswer>;
  sendSeriesZip(viewer: Viewer, id: string): Promise<BytesAnswer>;
  /** The media type that the file of a book is sent with. */
  mediaTypeOf(format: FileFormat): string;
}

export function createFiles({ catalog }: { catalog: Catalog }): {
  routes: MountedRoute[];
  service: FileService;
} {
  const service: FileService = {
    sendBook: async (viewer, id) => sendBookFile(await catalog.files.get(viewer, id)),
    mediaTypeOf,
    sendSeriesZip: (viewer, id) => sendSeriesZip(catalog, viewer, id),
  };
  return {
    service,
    routes: implement(contract, {
      book: ({ viewer, params }) => service.sendBook(viewer, params.id),
      series: ({ viewer, params }) => service.sendSeriesZip(viewer, params.id),
    }),
  };
}
