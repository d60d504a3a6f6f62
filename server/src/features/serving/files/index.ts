// Downloads: the file of a book, or all files of a series as a zip stream.
import { files as contract } from '@lectern/contract/serving/files';
import { becomesEpub, type FileFormat } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { BookFile } from '#catalog/books/files.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { BytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import type { PageService } from '../pages/index.ts';
import { mediaTypeOf, sendBookFile, sendMadeEpub, sendMadeKepub } from './book-file.ts';
import { sendSeriesZip, sendZip } from './series-zip.ts';
import { findVolumes, sendVolumes } from './volumes-zip.ts';

interface Dependencies {
  catalog: Catalog;
  pages: Pick<PageService, 'readEpub' | 'readKepub' | 'openVolumes'>;
  books: Pick<BookFiles, 'keepReaderHash'>;
}

export class FileService {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Throws `not_found` for hidden books and missing files. */
  async sendBook(viewer: Viewer, id: string): Promise<BytesAnswer> {
    return this.#send(viewer, await this.#deps.catalog.files.get(viewer, id));
  }

  /** The book as EPUB: its file or a conversion. Throws `validation_failed` for formats that cannot be converted. */
  async sendEpub(viewer: Viewer, id: string): Promise<BytesAnswer> {
    const book = await this.#deps.catalog.files.get(viewer, id);
    if (book.format === 'epub') return sendBookFile(book);
    return sendMadeEpub(await this.#deps.pages.readEpub(viewer, id));
  }

  /** The book for Kobo devices: KEPUB, or EPUB where that is more suitable. Throws like `sendEpub`. */
  async sendKepub(viewer: Viewer, id: string): Promise<BytesAnswer> {
    const made = await this.#deps.pages.readKepub(viewer, id);
    return made.epub ? sendMadeKepub({ ...made, epub: made.epub }) : this.sendEpub(viewer, id);
  }

  /** For apps that support EPUB as the only text format: the EPUB, otherwise the file. */
  async sendReadable(viewer: Viewer, id: string): Promise<BytesAnswer> {
    const book = await this.#deps.catalog.files.get(viewer, id);
    return becomesEpub(book.format) ? this.sendEpub(viewer, id) : this.#send(viewer, book);
  }

  sendSeriesZip(viewer: Viewer, id: string): Promise<BytesAnswer> {
    return sendSeriesZip(this.#deps, viewer, id);
  }

  /** A zip of the files of visible books. Missing files are omitted. Throws `not_found` if none exists. */
  sendZip(viewer: Viewer, content: { title: string; books: readonly BookRow[] }): Promise<BytesAnswer> {
    return sendZip(this.#deps, viewer, content);
  }

  /** The media type of the book file in responses. */
  mediaTypeOf(format: FileFormat): string {
    return mediaTypeOf(format);
  }

  async #send(viewer: Viewer, book: BookFile): Promise<BytesAnswer> {
    const { pages, books } = this.#deps;
    const volumes = await findVolumes(pages, viewer, book);
    return volumes ? sendVolumes(volumes, books.keepReaderHash) : sendBookFile(book);
  }
}

export function createFiles(deps: Dependencies) {
  const service = new FileService(deps);
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
