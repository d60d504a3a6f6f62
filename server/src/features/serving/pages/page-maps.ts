// Page maps of books: from memory, otherwise from the database, otherwise read from the changed file.

import { type BookContent, decodeContent, isToConvert } from '@lectern/formats/content';
import type { BookFile } from '#catalog/books/files.ts';
import type { Reading } from '#features/ingest/book-parsing/index.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import { createCachedReads } from '#infrastructure/cached-reads.ts';
import { Problem, replacedNow } from '#infrastructure/errors.ts';
import type { OpenFile } from '#infrastructure/files/open-files.ts';
import type { Epubs } from '../epubs/index.ts';

export interface PageMap extends BookContent {
  /** State of the file that the map describes. */
  sizeBytes: number;
  modifiedUs: number;
  version: string;
  /** Data offsets of entries whose bytes matched their checksum, by index in the archive. */
  checked: Map<number, number>;
}

/** State of the open file. */
type FileFacts = Pick<OpenFile, 'sizeBytes' | 'modifiedUs' | 'version' | 'isAtRest'>;

interface Dependencies {
  findContent: BookFiles['findContent'];
  /** The EPUB content of a converted text book. */
  complete: Epubs['complete'];
  readNow: Reading['readNow'];
}

/** A map of 200 pages takes about 20 kB. */
const maxMaps = 1_000;

export class PageMaps {
  readonly #deps: Dependencies;
  readonly #maps = createCachedReads<PageMap>(maxMaps);

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * The map of the current file. Throws `page_extraction_failed` if the file can no longer be read as a book, and
   * `conflict` if it was moved or replaced meanwhile.
   */
  get(book: BookFile, facts: FileFacts): Promise<PageMap> {
    return this.#maps.get(book.id, {
      isCurrent: ({ version }) => version === facts.version,
      name: facts.version,
      read: (known) => this.#find(book, facts, known),
      isToKeep: () => facts.isAtRest,
    });
  }

  /** Call after books were read again, because their stored maps have changed. */
  forget(bookIds: readonly string[]): void {
    for (const id of bookIds) this.#maps.forget(id);
  }

  /** The same for all books. */
  forgetAll(): void {
    this.#maps.forgetAll();
  }

  async #find(book: BookFile, facts: FileFacts, known: PageMap | undefined): Promise<PageMap> {
    const { sizeBytes, modifiedUs, version } = facts;
    const found = (await this.#findStored(book, facts, known)) ?? (await this.#reread(book));
    const content = isToConvert(found) ? await this.#deps.complete(book, facts) : found;
    return { ...content, sizeBytes, modifiedUs, version, checked: new Map() };
  }

  /** The map stored by the last scan, if it describes this file. */
  async #findStored(
    book: BookFile,
    { sizeBytes, modifiedUs }: FileFacts,
    known: PageMap | undefined,
  ): Promise<BookContent | undefined> {
    // The file was overwritten since it was cached, with the same modification time.
    if (known?.sizeBytes === sizeBytes && known.modifiedUs === modifiedUs) return undefined;
    const row = await this.#deps.findContent(book.id);
    if (row?.fileModifiedUs !== modifiedUs) return undefined;
    // A folder has no size of its pages; the pages store their sizes.
    if (row.fileSize === sizeBytes || book.format === 'folder') return decodeContent(row.content);
    const content = book.format === 'cbz' ? decodeContent(row.content) : undefined;
    return content?.volumes?.[0]?.sizeBytes === sizeBytes ? content : undefined;
  }

  /** Reads a file that has changed since it was scanned, or had no map. */
  async #reread(book: BookFile): Promise<BookContent> {
    const found = await this.#deps.readNow(book);
    // The file existed a moment ago, and its content is valid.
    if (!found) throw replacedNow();
    const content = found.content && decodeContent(found.content);
    if (content) return content;
    const [fault] = found.faults;
    throw new Problem('page_extraction_failed', fault?.message ?? 'The file cannot be read', {
      details: { errorType: fault?.kind ?? 'other', ...(fault?.reason && { reason: fault.reason }) },
    });
  }
}
