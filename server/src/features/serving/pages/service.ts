// A page of a book for a reader: found in the page map, read at its place, rendered or converted where that is
// asked for. Nothing is unpacked but what is sent.
import type { ConvertedFormat } from '@lectern/contract/values';
import type { StoredPage } from '@lectern/formats/content';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFile } from '#catalog/files.ts';
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound, Problem } from '#infrastructure/errors.ts';
import type { OpenFiles } from '#infrastructure/files/open-files.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import { toCacheControl } from '#infrastructure/http/image-caching.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { PdfCache } from '../pdf-cache/index.ts';
import { acceptsGzip, acceptsImage } from './accepts.ts';
import type { Conversions } from './conversions.ts';
import type { CrashingPages } from './crashing-pages.ts';
import { gzipFrameBytes } from './entry-bytes.ts';
import type { EntryRead, EntryReader } from './entry-reader.ts';
import type { PageMap, PageMaps } from './page-maps.ts';
import { withFile } from './with-file.ts';

export interface PageRequest {
  /** From 1. */
  number: number;
  width?: number | undefined;
  format?: ConvertedFormat | undefined;
  /** `v` of the address. */
  version?: string | undefined;
  accept: string | string[] | undefined;
  acceptEncoding: string | string[] | undefined;
}

interface Dependencies {
  catalog: Catalog;
  files: OpenFiles;
  maps: PageMaps;
  entries: EntryReader;
  conversions: Conversions;
  pdf: Pick<PdfCache, 'render'>;
  crashingPages: Pick<CrashingPages, 'guard'>;
  errors: Pick<BookErrors, 'record'>;
  /** Pixels, where none are asked for. */
  pdfWidth(): number;
}

/** One page with what is needed to read it. */
interface Found {
  book: BookFile;
  map: PageMap;
  page: StoredPage;
  number: number;
}

/** What may keep a page from a reader, other than that it cannot be read. */
const noted = ['pdf_rendering', 'thumbnail'] as const;

export type PageService = ReturnType<typeof createPageService>;

export function createPageService({
  catalog,
  files,
  maps,
  entries,
  conversions,
  pdf,
  crashingPages,
  errors,
  pdfWidth,
}: Dependencies) {
  async function openBook(viewer: Viewer, bookId: string): Promise<{ book: BookFile; map: PageMap }> {
    const book = await catalog.files.get(viewer, bookId);
    if (book.isDeleted) throw notFound('file');
    const map = await withFile(files, book, (file) => maps.get(book, file));
    return { book, map };
  }

  async function find(viewer: Viewer, bookId: string, number: number): Promise<Found> {
    const { book, map } = await openBook(viewer, bookId);
    const page = map.pages[number - 1];
    if (!page) throw notFound('page');
    return { book, map, page, number };
  }

  const toRead = ({ book, map, page }: Found, asGzip = false): EntryRead => ({
    book,
    map,
    entry: page,
    mustBeImage: page.width === null,
    asGzip,
  });
  const readStored = (found: Found): Promise<Uint8Array> => entries.read(toRead(found));

  const render = ({ book, map, number }: Found, width: number): Promise<Uint8Array> =>
    pdf.render({ book, version: map.version, page: number - 1, width }).catch((error: unknown) => {
      const failure = toReadFailure(error);
      if (!failure) throw toFault(error);
      throw new Problem('page_extraction_failed', `Page ${number} cannot be rendered: ${failure.message}`, {
        details: { errorType: 'pdf_rendering', page: number, reason: failure.reason ?? 'damaged' },
        cause: error,
      });
    });

  /** Whatever keeps a page from a reader is noted on the book, for those who can mend it. */
  const recordFailure = <T>(found: Found, how: 'stored' | 'made', work: () => Promise<T>): Promise<T> =>
    crashingPages
      .guard({ bookId: found.book.id, page: `${toEtag(found)} ${how}` }, work)
      .catch(async (error: unknown) => {
        if (error instanceof Problem && error.code === 'page_extraction_failed') {
          const details: Record<string, string | number> = { page: found.number, ...(error.details ?? {}) };
          const errorType = noted.find((type) => type === details.errorType) ?? 'page_extraction';
          await errors.record(found.book, { errorType, message: error.message, details });
        }
        throw error;
      });

  function answerStored(found: Found, request: PageRequest): BytesAnswer {
    const { map, page } = found;
    const asGzip =
      page.method === 'deflate' && map.checked.has(page.index) && acceptsGzip(request.acceptEncoding);
    const etag = asGzip ? `${toEtag(found)}-gz` : toEtag(found);
    return bytesAnswer({
      mediaType: page.mediaType,
      sizeBytes: asGzip ? page.packedBytes + gzipFrameBytes : page.sizeBytes,
      etag,
      lastModifiedMs: map.modifiedUs / 1000,
      cacheControl: toCacheControl(request.version, etag),
      headers: { Vary: 'Accept, Accept-Encoding', ...(asGzip && { 'Content-Encoding': 'gzip' }) },
      body: () => recordFailure(found, 'stored', () => entries.borrow(toRead(found, asGzip))),
    });
  }

  function answerMade(
    found: Found,
    made: { etag: string; mediaType: string; request: PageRequest },
    make: () => Promise<Uint8Array>,
  ): BytesAnswer {
    return bytesAnswer({
      mediaType: made.mediaType,
      etag: made.etag,
      lastModifiedMs: found.map.modifiedUs / 1000,
      cacheControl: toCacheControl(made.request.version, made.etag),
      headers: { Vary: 'Accept, Accept-Encoding' },
      body: () => recordFailure(found, 'made', make),
    });
  }

  function answerPdf(found: Found, request: PageRequest): BytesAnswer {
    const width = request.width ?? pdfWidth();
    const format = request.format ?? 'jpeg';
    const etag = `${toEtag(found)}-${width}-${format}`;
    return answerMade(found, { etag, mediaType: `image/${format}`, request }, async () => {
      if (format === 'jpeg') return render(found, width);
      const name = { bookId: found.book.id, etag };
      return conversions.convert(name, { format, width: undefined }, () => render(found, width));
    });
  }

  return {
    openBook,
    /** Width in pixels of a page of a PDF when none is asked for. */
    pdfWidth,

    async list(viewer: Viewer, bookId: string) {
      const { map } = await openBook(viewer, bookId);
      return map.pages;
    },

    async get(viewer: Viewer, bookId: string, request: PageRequest): Promise<BytesAnswer> {
      const found = await find(viewer, bookId, request.number);
      if (found.map.container === 'pdf') return answerPdf(found, request);
      const { page } = found;
      const isShown = acceptsImage(request.accept, page.mediaType);
      const format = request.format ?? (isShown ? undefined : 'jpeg');
      const isNarrowed = request.width !== undefined && (page.width === null || request.width < page.width);
      if (!isNarrowed && (format === undefined || `image/${format}` === page.mediaType))
        return answerStored(found, request);
      const target = {
        format: format ?? toConverted(page.mediaType),
        width: isNarrowed ? request.width : undefined,
      };
      const etag = `${toEtag(found)}-${target.width ?? 'full'}-${target.format}`;
      return answerMade(found, { etag, mediaType: `image/${target.format}`, request }, () =>
        conversions.convert({ bookId, etag }, target, () => readStored(found)),
      );
    },

    async getThumbnail(
      viewer: Viewer,
      bookId: string,
      { number, version, edge }: { number: number; version?: string | undefined; edge?: number },
    ): Promise<BytesAnswer> {
      const found = await find(viewer, bookId, number);
      const etag = `${toEtag(found)}-thumbnail${edge ?? ''}`;
      const request: PageRequest = { number, version, accept: undefined, acceptEncoding: undefined };
      return answerMade(found, { etag, mediaType: 'image/jpeg', request }, () =>
        conversions.makeThumbnail(
          { bookId, etag },
          () => (found.map.container === 'pdf' ? render(found, pdfWidth()) : readStored(found)),
          edge,
        ),
      );
    },
  };
}

/** Of the stored bytes: the same bytes have the same, wherever they are. */
function toEtag({ map, page, number }: Found): string {
  if (map.container === 'pdf' || page.crc32 === null) return `${map.version}-${number}`;
  return `${page.crc32.toString(16).padStart(8, '0')}-${page.sizeBytes.toString(36)}`;
}

/** Narrowed pages keep their format where we can write it. */
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
