// Page hashes of all books in a few typed arrays: a million hashes need about 25 MB.
import { hashBytes } from '@lectern/formats/image/perceptual-hash';
import { recordBytes, toZone, type Zone } from './pages.ts';

export interface HashedBook {
  id: string;
  libraryId: string;
  seriesId: string;
  fileHash: string;
  pageCount: number;
  /** Encoded by pages.ts. */
  pages: Uint8Array;
}

const words = hashBytes / 4;
const countRecords = (pages: Uint8Array): number => Math.floor(pages.length / recordBytes);
const toWords = (view: DataView, offset: number): number[] =>
  Array.from({ length: words }, (_, word) => view.getUint32(offset + word * 4));

export const toHashWords = (hash: Uint8Array): number[] =>
  toWords(new DataView(hash.buffer, hash.byteOffset, hash.byteLength), 0);

export class PageTable {
  readonly books: readonly HashedBook[];
  readonly length: number;
  readonly #hashes: Uint32Array;
  readonly #books: Uint32Array;
  readonly #numbers: Uint32Array;
  /** Index of the first page of each book. */
  readonly #starts: Uint32Array;

  constructor(books: readonly HashedBook[]) {
    this.books = books;
    this.length = books.reduce((sum, { pages }) => sum + countRecords(pages), 0);
    this.#hashes = new Uint32Array(this.length * words);
    this.#books = new Uint32Array(this.length);
    this.#numbers = new Uint32Array(this.length);
    this.#starts = new Uint32Array(books.length + 1);
  }

  /** Must be called before other methods. */
  async fill(yieldIfDue: () => Promise<void>): Promise<this> {
    let at = 0;
    for (const [index, { pages }] of this.books.entries()) {
      const view = new DataView(pages.buffer, pages.byteOffset, pages.byteLength);
      for (let record = 0; record < countRecords(pages); record++, at++) {
        const offset = record * recordBytes;
        this.#books[at] = index;
        this.#numbers[at] = view.getUint32(offset);
        this.#hashes.set(toWords(view, offset + 4), at * words);
      }
      this.#starts[index + 1] = at;
      if (index % 256 === 0) await yieldIfDue();
    }
    return this;
  }

  /** Index of the page's book in `books`; `numberOf` is the page number in it. */
  bookOf = (page: number): number => this.#books[page] ?? 0;
  numberOf = (page: number): number => this.#numbers[page] ?? 0;

  /** Number of all pages of a book, including pages that are not compared. */
  countOf = (book: number): number => this.books[book]?.pageCount ?? 0;
  zoneOf = (page: number): Zone => toZone(this.numberOf(page), this.countOf(this.bookOf(page)));

  /** The compared pages of a book. */
  pagesOf(book: number): number[] {
    const start = this.#starts[book] ?? 0;
    return Array.from({ length: (this.#starts[book + 1] ?? start) - start }, (_, i) => start + i);
  }

  byteAt(page: number, byte: number): number {
    return ((this.#hashes[page * words + (byte >> 2)] ?? 0) >>> (24 - (byte & 3) * 8)) & 0xff;
  }

  hashOf = (page: number): Uint8Array =>
    Uint8Array.from({ length: hashBytes }, (_, byte) => this.byteAt(page, byte));

  /** Number of bits in which a page differs from a hash of `toHashWords`. Stops above `max`. */
  countBitsFrom(page: number, hash: readonly number[], max: number): number {
    const hashes = this.#hashes;
    let count = 0;
    for (let word = 0; word < words && count <= max; word++)
      count += countBits((hashes[page * words + word] ?? 0) ^ (hash[word] ?? 0));
    return count;
  }

  /** Number of bits in which two pages differ. Stops above `max`. */
  countDifferences(a: number, b: number, max = Number.POSITIVE_INFINITY): number {
    const hashes = this.#hashes;
    let count = 0;
    for (let word = 0; word < words && count <= max; word++)
      count += countBits((hashes[a * words + word] ?? 0) ^ (hashes[b * words + word] ?? 0));
    return count;
  }
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
