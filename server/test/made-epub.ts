// Converts a text book to EPUB, for tests of the content.
import { readArchiveIndex } from '@lectern/formats/archive/open';
import { readEntryNow } from '@lectern/formats/archive/read';
import { type Book, readBook } from '@lectern/formats/book/book';
import { type ConvertedEbook, convertEbook } from '@lectern/formats/ebook/convert';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits as limits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';

export interface MadeEpub extends ConvertedEbook {
  /** Files by name: the content of text files, the length of others. */
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

/** Returns the reason why the file cannot be converted to EPUB. */
export async function findRefusal(bytes: Uint8Array, fileName = 'Book'): Promise<string | undefined> {
  try {
    await makeEpubOf(bytes, fileName);
  } catch (error) {
    if (error instanceof FormatError) return `${error.kind} ${error.reason}`;
    throw error;
  }
  return undefined;
}

/** Reads the book as a scan does. */
export const scanBytes = (bytes: Uint8Array, fileName = 'Book'): Promise<Book> =>
  readBook({
    source: { ...bytesSource(bytes), modifiedUs: 0, path: `/books/${fileName}`, close() {} },
    limits,
    hashing: 'fingerprint',
    onLife() {},
  });

/** Returns the links and images of the documents and of the navigation that lead to missing files or ids. */
export function listDeadLinks({ files }: MadeEpub): string[] {
  const pages = Object.entries(files).filter(([name]) => name.endsWith('.xhtml'));
  const targets = new Set(Object.keys(files));
  for (const [name, content] of pages)
    for (const [, id] of content.matchAll(/\sid="([^"]+)"/g)) targets.add(`${name}#${id}`);
  return pages.flatMap(([name, content]) =>
    [...content.matchAll(/\s(?:href|src)="([^"]+)"/g)].flatMap(([, href = '']) => {
      if (/^(?:https?|mailto):/.test(href)) return [];
      const { pathname, hash } = new URL(href, `file:///${name}`);
      return targets.has(`${pathname.slice(1)}${hash}`) ? [] : [`${name}: ${href}`];
    }),
  );
}
