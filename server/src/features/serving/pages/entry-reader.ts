// Reads the bytes of a book's entry: at its offset in the file, or unpacked by a worker process.
import { Readable } from 'node:stream';
import type { StoredEntry } from '@lectern/formats/content';
import { findImageMediaType } from '@lectern/formats/image/header';
import type { BookFile } from '#catalog/books/files.ts';
import { replacedNow } from '#infrastructure/errors.ts';
import { Buffers } from '#infrastructure/files/buffers.ts';
import type { OpenFile, OpenFiles } from '#infrastructure/files/open-files.ts';
import type { BorrowedBytes } from '#infrastructure/http/routes/answers.ts';
import type { Epubs } from '../epubs/index.ts';
import { borrowPage, type Part } from '../folder-books/index.ts';
import { broken, findStoredData, readEntryBytes } from './entry-bytes.ts';
import type { PageMap } from './page-maps.ts';
import type { UnpackedPages } from './unpacked.ts';
import { findLaterVolume, useVolume, withFile } from './with-file.ts';

/** Bytes per read of a range. */
const partBytes = 256 * 1024;

export interface EntryRead {
  book: BookFile;
  map: PageMap;
  entry: StoredEntry;
  /** Requires the data to be an image. */
  mustBeImage?: boolean;
  /** Send deflate data as gzip if it matches its checksum. */
  asGzip?: boolean;
}

export class EntryReader {
  readonly #files: OpenFiles;
  readonly #unpacked: UnpackedPages;
  readonly #epubs: Epubs;
  readonly #buffers = new Buffers();

  constructor(files: OpenFiles, unpacked: UnpackedPages, epubs: Epubs) {
    this.#files = files;
    this.#unpacked = unpacked;
    this.#epubs = epubs;
  }

  /** Throws `page_extraction_failed`, `not_found`, `unavailable`, or `conflict` if the file was just replaced. */
  async read(request: EntryRead): Promise<Uint8Array> {
    return (await this.borrow(request)).bytes;
  }

  /** The same in pooled memory, which is released after the bytes are sent. */
  async borrow({ book, map, entry, mustBeImage = false, asGzip = false }: EntryRead): Promise<BorrowedBytes> {
    if (map.container === 'folder')
      return borrowPage({ files: this.#files, buffers: this.#buffers, book, entry, mustBeImage });
    if (entry.method === 'other') {
      const bytes = await withFile(
        this.#files,
        book,
        async (file) => {
          refuseReplaced(file, map);
          return requireUntouched(file, this.#unpacked.read(book, map, entry));
        },
        map.version,
      );
      if (mustBeImage && !findImageMediaType(bytes)) throw broken(entry, 'is not an image', 'undecodable');
      return { bytes, release() {} };
    }
    const isEbook = map.container === 'ebook';
    const toStored = async (file: OpenFile, placed: StoredEntry): Promise<BorrowedBytes> => {
      const known = map.checked.get(entry.index);
      const request = {
        entry: placed,
        container: map.container,
        dataOffset: known,
        asGzip,
        buffers: this.#buffers,
      } as const;
      const reading = isEbook
        ? this.#epubs.use(book, map.version, (epub) => readEntryBytes(epub, request))
        : readEntryBytes(file, request);
      const { bytes, release, dataOffset } = await requireUntouched(file, reading);
      if (known === undefined) {
        if (mustBeImage && !findImageMediaType(bytes)) throw broken(entry, 'is not an image', 'undecodable');
        // A file that may change without a new timestamp is checked each time.
        if (file.isAtRest) map.checked.set(entry.index, dataOffset);
      }
      return { bytes, release };
    };
    const later = map.volumes && findLaterVolume(map.volumes, entry);
    if (later)
      return useVolume(this.#files, book, later, (file) =>
        toStored(file, { ...entry, offset: later.offset }),
      );
    return withFile(
      this.#files,
      book,
      (file) => {
        refuseReplaced(file, map);
        return toStored(file, entry);
      },
      map.version,
    );
  }

  /**
   * Streams a range of an entry that is stored uncompressed, in small parts and without a checksum: audio is large and
   * requested in ranges. Undefined for other entries. Throws like `read`.
   */
  streamPart(request: EntryRead, part: Part): Promise<Readable | undefined> {
    return createPartReader(this.#files)(request, part);
  }
}

function createPartReader(files: OpenFiles): EntryReader['streamPart'] {
  /** Reads a stored entry from `at` on. Throws if the file is not the one described by the map. */
  const readAt = ({ book, map, entry }: EntryRead, at: number, length: number): Promise<Buffer> =>
    withFile(
      files,
      book,
      async (file) => {
        refuseReplaced(file, map);
        const start = map.checked.get(entry.index) ?? (await findStoredData(file, { entry, ...map }));
        const bytes = await requireUntouched(file, file.read(start + at, length));
        if (bytes.length < length) throw broken(entry, 'is truncated', 'truncated');
        return bytes;
      },
      map.version,
    );

  return async (request, { start, end }) => {
    const { map, entry } = request;
    const isPlain = map.container === 'zip' && entry.method === 'stored' && end < entry.sizeBytes;
    if (!isPlain) return undefined;
    const read = (at: number) => readAt(request, at, Math.min(partBytes, end + 1 - at));
    const first = await read(start);
    return Readable.from(
      (async function* () {
        yield first;
        for (let at = start + first.length; at <= end; at += partBytes) yield await read(at);
      })(),
      { objectMode: false },
    );
  };
}

/** Throws if the file is not the one described by the map. */
function refuseReplaced({ version }: OpenFile, map: PageMap): void {
  if (version !== map.version) throw replacedNow();
}

/** Returns the result or throws the error of `reading`. Throws `conflict` if the file was modified meanwhile. */
async function requireUntouched<T>(file: OpenFile, reading: Promise<T>): Promise<T> {
  const [read] = await Promise.allSettled([reading]);
  if (!(await file.isUntouched())) throw replacedNow();
  if (read.status === 'fulfilled') return read.value;
  throw file.isAtRest ? read.reason : replacedNow();
}
