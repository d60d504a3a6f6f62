// The files of books, byte for byte: one, or a whole series as a zip made while it is sent.
import { files as contract } from '@lectern/contract/files';
import { becomesEpub, type FileFormat } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFile } from '#catalog/files.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { BytesAnswer } from '#infrastructure/http/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import type { PageService } from '../pages/index.ts';
import { mediaTypeOf, sendBookFile, sendMadeEpub, sendMadeKepub } from './book-file.ts';
import { sendSeriesZip } from './series-zip.ts';
import { findVolumes, sendVolumes } from './volumes-zip.ts';

export interface FileService {
  /** Throws not_found for what the viewer may not see and for files that are gone. */
  sendBook(viewer: Viewer, id: string): Promise<BytesAnswer>;
  /** The book as EPUB: its file, or what is made of it. Throws validation_failed for what becomes none. */
  sendEpub(viewer: Viewer, id: string): Promise<BytesAnswer>;
  /** What apps can read that know no other text than EPUB: that, or the file. */
  sendReadable(viewer: Viewer, id: string): Promise<BytesAnswer>;
  /** The book for Kobo's reading software: KEPUB, or EPUB where that is better. Throws as sendEpub does. */
  sendKepub(viewer: Viewer, id: string): Promise<BytesAnswer>;
  sendSeriesZip(viewer: Viewer, id: string): Promise<BytesAnswer>;
  /** The media type that the file of a book is sent with. */
  mediaTypeOf(format: FileFormat): string;
}

interface Dependencies {
  catalog: Catalog;
  pages: Pick<PageService, 'readEpub' | 'readKepub' | 'openVolumes'>;
}

export function createFiles({ catalog, pages }: Dependencies): {
  routes: MountedRoute[];
  service: FileService;
} {
  const send = async (viewer: Viewer, book: BookFile): Promise<BytesAnswer> => {
    const volumes = await findVolumes(pages, viewer, book);
    return volumes ? sendVolumes(volumes) : sendBookFile(book);
  };
  const service: FileService = {
    sendBook: async (viewer, id) => send(viewer, await catalog.files.get(viewer, id)),
    async sendEpub(viewer, id) {
      const book = await catalog.files.get(viewer, id);
      return book.format === 'epub' ? sendBookFile(book) : sendMadeEpub(await pages.readEpub(viewer, id));
    },
    async sendKepub(viewer, id) {
      const made = await pages.readKepub(viewer, id);
      return made.epub ? sendMadeKepub({ ...made, epub: made.epub }) : service.sendEpub(viewer, id);
    },
    async sendReadable(viewer, id) {
      const book = await catalog.files.get(viewer, id);
      return becomesEpub(book.format) ? service.sendEpub(viewer, id) : send(viewer, book);
    },
    mediaTypeOf,
    sendSeriesZip: (viewer, id) => sendSeriesZip({ catalog, pages }, viewer, id),
  };
  return {
    service,
    routes: implement(contract, {
      book({ viewer, params: { id }, query: { format } }) {
        if (format === 'kepub') return service.sendKepub(viewer, id);
        return format === 'epub' ? service.sendEpub(viewer, id) : service.sendBook(viewer, id);
      },
      series: ({ viewer, params }) => service.sendSeriesZip(viewer, params.id),
    }),
  };
}
