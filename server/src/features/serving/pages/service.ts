// Serves a page of a book: finds it in the page map, reads it at its offset, and renders or converts it if requested.
// Unpacks only data that is sent.
import type { ConvertedFormat } from '@lectern/contract/values';
import type { StoredEntry, StoredPage } from '@lectern/formats/content';
import type { BookFile } from '#catalog/books/files.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { VolumeFile } from '#features/ingest/volumes/index.ts';
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { invalid, notFound, Problem, reason, toIssue } from '#infrastructure/errors.ts';
import type { OpenFiles } from '#infrastructure/files/open-files.ts';
import { toCacheControl } from '#infrastructure/http/caching/image-caching.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { Epubs } from '../epubs/index.ts';
import { findPageFile, type PageFile } from '../folder-books/index.ts';
import type { PdfCache } from '../pdf-cache/index.ts';
import { acceptsGzip, acceptsImage, toShownFormat } from './accepts.ts';
import type { Conversions, FileJob, ImageJob } from './conversions.ts';
import type { CrashingPages } from './crashing-pages.ts';
import { gzipFrameBytes } from './entry-bytes.ts';
import type { EntryRead, EntryReader } from './entry-reader.ts';
import type { PageMap, PageMaps } from './page-maps.ts';
import { withFile } from './with-file.ts';

interface PageRequest {
  /** One-based. */
  number: number;
  width?: number | undefined;
  format?: ConvertedFormat | undefined;
  /** Parameter `v` of the URL. */
  version?: string | undefined;
  accept: string | string[] | undefined;
  acceptEncoding: string | string[] | undefined;
}

interface Dependencies {
  catalog: Catalog;
  files: OpenFiles;
  maps: PageMaps;
  entries: EntryReader;
  epubs: Epubs;
  conversions: Conversions;
  pdf: PdfCache;
  crashingPages: CrashingPages;
  errors: BookErrors;
  pdfWidth(): number;
}

export interface OpenBook {
  book: BookFile;
  map: PageMap;
}

export interface OpenVolumes extends OpenBook {
  volumes: readonly VolumeFile[];
  /** Throws like EntryReader. */
  read(entry: StoredEntry): Promise<Uint8Array>;
}

/** A page with the data needed to read it. */
interface FoundPage extends OpenBook {
  page: StoredPage;
  number: number;
  /** The file of the page in an image folder. */
  file?: PageFile;
}

/** A page that is rendered or converted. */
interface MadePage {
  etag: string;
  mediaType: string;
  /** Parameter `v` of the URL. */
  version: string | undefined;
}

/** Errors with a separate type; all others are page extraction errors. */
const errorTypes = ['pdf_rendering', 'thumbnail'] as const;

export class PageService {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** A book with the page map of its file. Throws `not_found` for hidden books and missing files. */
  async openBook(viewer: Viewer, bookId: string): Promise<OpenBook> {
    const book = await this.#deps.catalog.files.get(viewer, bookId);
    if (book.isDeleted) throw notFound('file');
    const map = await withFile(this.#deps.files, book, (file) => this.#deps.maps.get(book, file));
    return { book, map };
  }

  async list(viewer: Viewer, bookId: string): Promise<readonly StoredPage[]> {
    return (await this.openBook(viewer, bookId)).map.pages;
  }

  async get(viewer: Viewer, bookId: string, request: PageRequest): Promise<BytesAnswer> {
    const found = await this.#findPage(viewer, bookId, request.number);
    return found.map.container === 'pdf'
      ? this.#answerPdf(found, request)
      : this.#answerImage(found, request);
  }

  /** A small JPEG; `edge` is its longest edge in pixels. */
  async getThumbnail(
    viewer: Viewer,
    bookId: string,
    { number, version, edge }: { number: number; version?: string | undefined; edge?: number },
  ): Promise<BytesAnswer> {
    const found = await this.#findPage(viewer, bookId, number);
    const etag = `${toEtag(found)}-thumbnail${edge ?? ''}`;
    const read = () => this.#readImage(found);
    return this.#answerMade(found, { etag, mediaType: 'image/jpeg', version }, () =>
      this.#deps.conversions.makeThumbnail({ bookId, etag }, read, edge),
    );
  }

  /**
   * Runs a job on the image of a page and caches the bytes that it returns. `version` identifies the job and its
   * version. Throws like `get`.
   */
  async runOnImage(
    viewer: Viewer,
    bookId: string,
    { number, version, job }: { number: number; version: string; job: ImageJob },
  ): Promise<Uint8Array> {
    const found = await this.#findPage(viewer, bookId, number);
    const etag = `${toEtag(found)}-${version}`;
    return this.#guard(found, 'made', () =>
      this.#deps.conversions.run({ bookId, etag }, job, () => this.#readImage(found)),
    );
  }

  /**
   * Runs a job on the file of a book and caches the bytes that it returns. `version` identifies the job, its version
   * and the files that it reads. Throws `page_extraction_failed`, without an error of the book.
   */
  runOnFile({ book }: OpenBook, version: string, job: FileJob): Promise<Uint8Array> {
    return this.#deps.crashingPages.guard({ bookId: book.id, page: version }, () =>
      this.#deps.conversions.runOnFile({ bookId: book.id, etag: version }, job),
    );
  }

  /**
   * The EPUB converted from a book in another text format. Throws `validation_failed` for formats that cannot be
   * converted.
   */
  async readEpub(viewer: Viewer, bookId: string): Promise<OpenBook & { epub: Uint8Array }> {
    const { book, map } = await this.openBook(viewer, bookId);
    if (map.container !== 'ebook') throw invalid(toIssue('query.format', reason('book_no_epub')));
    return { book, map, epub: await this.#deps.epubs.read(book, map.version) };
  }

  /** A text book as KEPUB; undefined if the EPUB is more suitable. Throws like `readEpub`. */
  async readKepub(viewer: Viewer, bookId: string): Promise<OpenBook & { epub: Uint8Array | undefined }> {
    const { book, map } = await this.openBook(viewer, bookId);
    if (!map.epub) throw invalid(toIssue('query.format', reason('book_no_epub')));
    const isFixed = map.epub.layout === 'fixed';
    const isToConvert = map.container === 'ebook';
    const epub = isFixed ? undefined : await this.#deps.epubs.readKepub(book, map.version, isToConvert);
    return { book, map, epub };
  }

  /** A multi-volume book; undefined for other books. Throws like `openBook`. */
  async openVolumes(viewer: Viewer, bookId: string): Promise<OpenVolumes | undefined> {
    const { book, map } = await this.openBook(viewer, bookId);
    const { volumes } = map;
    return volumes && { book, map, volumes, read: (entry) => this.#deps.entries.read({ book, map, entry }) };
  }

  /** Default width of a PDF page in pixels. */
  pdfWidth(): number {
    return this.#deps.pdfWidth();
  }

  async #findPage(viewer: Viewer, bookId: string, number: number): Promise<FoundPage> {
    const { book, map } = await this.openBook(viewer, bookId);
    const page = map.pages[number - 1];
    if (!page) throw notFound('page');
    if (map.container !== 'folder') return { book, map, page, number };
    const file = await findPageFile(book, page);
    const { sizeBytes } = file;
    return { book, map, page: { ...page, sizeBytes, packedBytes: sizeBytes }, number, file };
  }

  #answerImage(found: FoundPage, request: PageRequest): BytesAnswer {
    const { page, book } = found;
    const { width, version } = request;
    const isShown = acceptsImage(request.accept, page.mediaType);
    const format = request.format ?? (isShown ? undefined : toShownFormat(request.accept));
    // A GIF may be animated, and only WebP keeps the animation.
    const keepsSize = page.mediaType === 'image/gif' && format === undefined;
    const isNarrowed = width !== undefined && !keepsSize && (page.width === null || width < page.width);
    if (!isNarrowed && (format === undefined || `image/${format}` === page.mediaType))
      return this.#answerStored(found, request);
    const target = { format: format ?? toConverted(page.mediaType), width: isNarrowed ? width : undefined };
    const etag = `${toEtag(found)}-${target.width ?? 'full'}-${target.format}`;
    return this.#answerMade(found, { etag, mediaType: `image/${target.format}`, version }, () =>
      this.#deps.conversions.convert({ bookId: book.id, etag }, target, () => this.#readStored(found)),
    );
  }

  #answerPdf(found: FoundPage, request: PageRequest): BytesAnswer {
    const { width = this.#deps.pdfWidth(), format = 'jpeg', version } = request;
    const etag = `${toEtag(found)}-${width}-${format}`;
    const draw = () => this.#render(found, width);
    return this.#answerMade(found, { etag, mediaType: `image/${format}`, version }, () =>
      format === 'jpeg'
        ? draw()
        : this.#deps.conversions.convert({ bookId: found.book.id, etag }, { format, width: undefined }, draw),
    );
  }

  #answerStored(found: FoundPage, { version, acceptEncoding }: PageRequest): BytesAnswer {
    const { map, page } = found;
    const asGzip = page.method === 'deflate' && map.checked.has(page.index) && acceptsGzip(acceptEncoding);
    const etag = asGzip ? `${toEtag(found)}-gz` : toEtag(found);
    return bytesAnswer({
      mediaType: page.mediaType,
      sizeBytes: asGzip ? page.packedBytes + gzipFrameBytes : page.sizeBytes,
      etag,
      lastModifiedMs: toModifiedMs(found),
      cacheControl: toCacheControl(version, etag),
      headers: { Vary: 'Accept, Accept-Encoding', ...(asGzip && { 'Content-Encoding': 'gzip' }) },
      body: () => this.#guard(found, 'stored', () => this.#deps.entries.borrow(toRead(found, asGzip))),
    });
  }

  #answerMade(
    found: FoundPage,
    { etag, mediaType, version }: MadePage,
    make: () => Promise<Uint8Array>,
  ): BytesAnswer {
    return bytesAnswer({
      mediaType,
      etag,
      lastModifiedMs: toModifiedMs(found),
      cacheControl: toCacheControl(version, etag),
      headers: { Vary: 'Accept, Accept-Encoding' },
      body: () => this.#guard(found, 'made', make),
    });
  }

  /** Records an error that prevents a page from being sent, for users who can repair the book. */
  #guard<T>(found: FoundPage, how: 'stored' | 'made', work: () => Promise<T>): Promise<T> {
    return this.#deps.crashingPages
      .guard({ bookId: found.book.id, page: `${toEtag(found)} ${how}` }, work)
      .catch(async (error: unknown) => {
        if (error instanceof Problem && error.code === 'page_extraction_failed') {
          const details: Record<string, string | number> = { page: found.number, ...(error.details ?? {}) };
          const errorType = errorTypes.find((type) => type === details.errorType) ?? 'page_extraction';
          await this.#deps.errors.record(found.book, { errorType, message: error.message, details });
        }
        throw error;
      });
  }

  /** The stored image, or a PDF page in its default width. */
  #readImage(found: FoundPage): Promise<Uint8Array> {
    const isPdf = found.map.container === 'pdf';
    return isPdf ? this.#render(found, this.#deps.pdfWidth()) : this.#readStored(found);
  }

  #readStored(found: FoundPage): Promise<Uint8Array> {
    return this.#deps.entries.read(toRead(found));
  }

  #render({ book, map, number }: FoundPage, width: number): Promise<Uint8Array> {
    return this.#deps.pdf
      .render({ book, version: map.version, page: number - 1, width })
      .catch((error: unknown) => {
        const failure = toReadFailure(error);
        if (!failure) throw toFault(error);
        throw new Problem('page_extraction_failed', `Page ${number} cannot be rendered: ${failure.message}`, {
          details: { errorType: 'pdf_rendering', page: number, reason: failure.reason ?? 'damaged' },
          cause: error,
        });
      });
  }
}

const toRead = ({ book, map, page }: FoundPage, asGzip = false): EntryRead => ({
  book,
  map,
  entry: page,
  mustBeImage: page.width === null,
  asGzip,
});

const toModifiedMs = ({ map, file }: FoundPage): number => (file ?? map).modifiedUs / 1000;

/** ETag of the stored bytes: equal for equal bytes, across books. */
function toEtag({ map, page, number, file }: FoundPage): string {
  if (file) return `${file.version}-${number}`;
  if (map.container === 'pdf' || page.crc32 === null) return `${map.version}-${number}`;
  return `${page.crc32.toString(16).padStart(8, '0')}-${page.sizeBytes.toString(36)}`;
}

/** Resized pages keep their format if it can be encoded. */
function toConverted(mediaType: string): ConvertedFormat {
  switch (mediaType) {
    case 'image/png':
      return 'png';
    case 'image/webp':
      return 'webp';
    case 'image/avif':
      return 'avif';
    default:
      return 'jpeg';
  }
}
