// Downloads: the file of a book, or all files of a series as a zip stream.
import { files as contract } from '@lectern/contract/serving/files';
import { becomesEpub, type FileFormat } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { BookFile } from '#catalog/books/files.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { BytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { PageService } from '../pages/index.ts';
import { mediaTypeOf, sendBookFile, sendMadeEpub, sendMadeKepub } from './book-file.ts';
import { sendSeriesZip, sendZip } from './series-zip.ts';
import { findVolumes, sendVolumes } from './volumes-zip.ts';

export interface FileService {
  /** Throws `not_found` for hidden books and missing files. */
  sendBook(viewer: Viewer, id: string): Promise<BytesAnswer>;
  /** The book as EPUB: its file or a conversion. Throws `validation_failed` for formats that cannot be converted. */
  sendEpub(viewer: Viewer, id: string): Promise<BytesAnswer>;
  /** For apps that support EPUB as the only text format: the EPUB, otherwise the file. */
  sendReadable(viewer: Viewer, id: string): Promise<BytesAnswer>;
  /** The book for Kobo devices: KEPUB, or EPUB where that is more suitable. Throws like `sendEpub`. */
  sendKepub(viewer: Viewer, id: string): Promise<BytesAnswer>;
  sendSeriesZip(viewer: Viewer, id: string): Promise<BytesAnswer>;
  /** A zip of the files of visible books. Missing files are omitted. Throws `not_found` if none exists. */
  sendZip(viewer: Viewer, content: { title: string; books: readonly BookRow[] }): Promise<BytesAnswer>;
  /** The media type of the book file in responses. */
  mediaTypeOf(format: FileFormat): string;
}

export function createFiles(
  catalog: Catalog,
  pages: Pick<PageService, 'readEpub' | 'readKepub' | 'openVolumes'>,
  books: Pick<BookFiles, 'keepReaderHash'>,
): {
  routes: MountedRoute[];
  service: FileService;
} {
  const send = async (viewer: Viewer, book: BookFile): Promise<BytesAnswer> => {
    const volumes = await findVolumes(pages, viewer, book);
    return volumes ? sendVolumes(volumes, books.keepReaderHash) : sendBookFile(book);
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
    sendSeriesZip: (viewer, id) => sendSeriesZip({ catalog, pages, books }, viewer, id),
    sendZip: (viewer, content) => sendZip({ catalog, pages, books }, viewer, content),
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
