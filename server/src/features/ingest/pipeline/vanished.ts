// Finds the book of a new file among the books whose files disappeared, when their contents differ: by most of the
// pages, or by the same ISBN or provider id and number in the same folder.
import { type BookContent, decodeContent } from '@lectern/formats/content';
import { findVersionShare, toSketch } from '@lectern/formats/hash/page-fingerprint';
import type { BookFiles, IdentifiedBook, SameContent } from '#features/libraries/books/index.ts';
import { toInt32 } from '#features/libraries/reading-order/index.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { createYielder } from '#infrastructure/yield.ts';
import { mayBeSame } from '../file-matches/index.ts';
import type { Candidate, FoundRow } from './found-row.ts';
import type { ReadFile } from './read-file.ts';

/** More missing books than this are probably on a disk that is not mounted. */
const maxVanished = 5_000;
const atOnce = 50;
/** Books that are compared with a file. */
const maxCompared = 5;
/** Their values are assigned by a library and not unique among files. */
const localSchemes = new Set(['calibre']);
/** Identify a book without its number. */
const wholeSchemes = new Set(['isbn', 'asin', 'doi', 'gtin', 'uuid', 'urn:uuid']);

type Match = { row: SameContent } & NonNullable<FoundRow['match']>;

interface Lookup {
  /** Ids by page. */
  byPage: Map<string, string[]>;
  byFolder: Map<string, IdentifiedBook[]>;
}

export class Vanished {
  readonly #books: BookFiles;
  readonly #ids: () => Promise<readonly string[]>;
  #lookup: Promise<Lookup> | undefined;

  /** `ids`: the books whose files were not found, in this scan and shortly before. */
  constructor(books: BookFiles, ids: () => Promise<readonly string[]>) {
    this.#books = books;
    this.#ids = ids;
  }

  /** Whether a book may match the file, so that the files with the same content must be saved first. */
  async mayMatch({ file, derived }: Candidate): Promise<boolean> {
    const lookup = await this.#prepare();
    if (lookup.byFolder.size === 0 && lookup.byPage.size === 0) return false;
    const content = toContent(file);
    const isLike = content ? toSketch(content).some((page) => lookup.byPage.has(page)) : false;
    return isLike || findIdentified(lookup, { file, derived }).length > 0;
  }

  /** Skips the books in `taken`. */
  async find(candidate: Candidate, taken: ReadonlySet<string>): Promise<Match | undefined> {
    const lookup = await this.#prepare();
    const match = await this.#findByPages(lookup, candidate.file, taken);
    // A new file at the path of a book with the same identifier is a new version of that book.
    return match || candidate.file.knownId !== undefined
      ? match
      : this.#findByIdentifier(lookup, candidate, taken);
  }

  async #findByPages(
    { byPage }: Lookup,
    file: ReadFile,
    taken: ReadonlySet<string>,
  ): Promise<Match | undefined> {
    const content = toContent(file);
    if (!content) return undefined;
    const counts = new Map<string, number>();
    for (const page of toSketch(content))
      for (const id of byPage.get(page) ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
    const ids = [...counts]
      .filter(([id]) => !taken.has(id))
      .sort(([, a], [, b]) => b - a)
      .slice(0, maxCompared)
      .map(([id]) => id);
    let best: { id: string; share: number } | undefined;
    for (const { bookId, content: stored } of await this.#books.listContents(ids)) {
      const other = decodeContent(stored);
      const share = other && findVersionShare(content, other);
      if (share !== undefined && share > (best?.share ?? 0)) best = { id: bookId, share };
    }
    const [row] = best ? await this.#books.findByIds([best.id]) : [];
    const named = { fileName: file.name, fileSize: file.reading.sizeBytes };
    return row && best && mayBeSame(row, named)
      ? { row, kind: 'similar_pages', share: best.share }
      : undefined;
  }

  async #findByIdentifier(
    lookup: Lookup,
    candidate: Candidate,
    taken: ReadonlySet<string>,
  ): Promise<Match | undefined> {
    const same = findIdentified(lookup, candidate).filter(({ id }) => !taken.has(id));
    const [only] = same;
    // With several equal books, the right one is unknown.
    if (!only || same.length > 1) return undefined;
    const [row] = await this.#books.findByIds([only.id]);
    return row && { row, kind: 'same_identifier', share: null };
  }

  #prepare(): Promise<Lookup> {
    this.#lookup ??= this.#read();
    return this.#lookup;
  }

  async #read(): Promise<Lookup> {
    const lookup: Lookup = { byPage: new Map(), byFolder: new Map() };
    const ids = await this.#ids();
    if (ids.length > maxVanished) return lookup;
    const yieldIfDue = createYielder();
    for (const part of chunks(ids, atOnce)) {
      for (const { bookId, content: stored } of await this.#books.listContents(part)) {
        const content = decodeContent(stored);
        for (const page of new Set(content ? toSketch(content) : []))
          lookup.byPage.set(page, [...(lookup.byPage.get(page) ?? []), bookId]);
        await yieldIfDue();
      }
      for (const book of await this.#books.listIdentified(part)) {
        const key = toFolderKey(book);
        lookup.byFolder.set(key, [...(lookup.byFolder.get(key) ?? []), book]);
      }
    }
    return lookup;
  }
}

const toFolderKey = ({ rootId, folder }: { rootId: string; folder: string }): string =>
  JSON.stringify([rootId, folder]);

function toContent({ reading: { content } }: ReadFile): BookContent | undefined {
  return content ? decodeContent(content) : undefined;
}

function findIdentified({ byFolder }: Lookup, { file, derived }: Candidate): IdentifiedBook[] {
  const isbns = new Set(file.reading.metadata?.isbns ?? []);
  const others = new Set((file.reading.metadata?.identifiers ?? []).flatMap(toIdentifier));
  if (isbns.size + others.size === 0) return [];
  return (byFolder.get(toFolderKey(file)) ?? []).filter((book) => {
    const { shown, volume } = derived.order;
    const isNumbered = shown !== null || volume !== null || derived.chapter !== null;
    // A book without a number in its name and metadata may have one by its place in the series.
    const isSameNumber = shown === null || book.number === toInt32(shown.value);
    const isSameVolume = book.volume === (volume === null ? null : toInt32(volume));
    if (!isSameNumber || !isSameVolume || book.chapter !== derived.chapter) return false;
    if (book.isbns.some((isbn) => isbns.has(isbn))) return true;
    // Both have an ISBN, and they differ.
    if (book.isbns.length > 0 && isbns.size > 0) return false;
    return book.identifiers
      .flatMap(toIdentifier)
      .some(
        (one) => others.has(one) && (isNumbered || wholeSchemes.has(one.slice(0, one.lastIndexOf('\0')))),
      );
  });
}

function toIdentifier({ scheme, value }: { scheme: string; value: string }): string[] {
  const name = scheme.toLowerCase();
  return localSchemes.has(name) || value === '' ? [] : [`${name}\0${value}`];
}
