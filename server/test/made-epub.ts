// The EPUB that is made of a book of text, for tests of what is in it.
import { readArchiveIndex } from '@lectern/formats/archive/open';
import { readEntryNow } from '@lectern/formats/archive/read';
import { type Book, readBook } from '@lectern/formats/book/book';
import { type ConvertedEbook, convertEbook } from '@lectern/formats/ebook/convert';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits as limits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';

export interface MadeEpub extends ConvertedEbook {
  /** Its files by name: text as text, the rest by its length. */
  files: Record<string, string>;
}

export async function makeEpubOf(bytes: Uint8Array, fileName = 'Book'): Promise<MadeEpub> {
  const made = await convertEbook({ source: bytesSource(bytes), limits, fileName });
  const source = bytesSource(made.epub);
  const index = readArchiveIndex(source, limits);
  const files = index.entries.map((entry) => {
    const content = Buffer.from(readEntryNow({ source, index, limits }, entry));
    const isText = /\.(?:xhtml|xml|opf|css|svg)$|^mimetype$/.test(entry.name);
    return [entry.name, isText ? content.toString() : String(content.length)] as const;
  });
  return { ...made, files: Object.fromEntries(files) };
}

/** The reason for which no EPUB can be made of it. */
export async function findRefusal(bytes: Uint8Array, fileName = 'Book'): Promise<string | undefined> {
  try {
    await makeEpubOf(bytes, fileName);
  } catch (error) {
    if (error instanceof FormatError) return `${error.kind} ${error.reason}`;
    throw error;
  }
  return undefined;
}

/** As a scan reads it. */
export const scanBytes = (bytes: Uint8Array, fileName = 'Book'): Promise<Book> =>
  readBook({
    source: { ...bytesSource(bytes), modifiedUs: 0, path: `/books/${fileName}`, close() {} },
    limits,
    hashing: 'fingerprint',
    onLife() {},
  });
