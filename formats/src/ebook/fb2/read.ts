// Reads FictionBook 2 (https://github.com/gribuser/fb2): one XML document with embedded images.

import { ownStyles } from '../epub/styles.ts';
import { damaged, ebookLimits, tooLarge } from '../limits.ts';
import { toPartNumber } from '../part-number.ts';
import { Pictures } from '../pictures.ts';
import { addTitlePage } from '../title-page.ts';
import type { EbookOutline, EbookParts, EbookReader, EbookRequest } from '../types.ts';
import { readBody } from './body.ts';
import { readDescription } from './description.ts';
import { type FictionBook, listBinaries, openFictionBook, readBinary } from './parts.ts';

export const fictionBookReader: EbookReader = {
  outline({ source, limits }: EbookRequest): EbookOutline {
    const book = openFictionBook(source);
    const { metadata, covers, faults } = readDescription(book.head, limits);
    const hasCover = covers.length > 0 && listBinaries(book).some(({ id }) => covers.includes(id));
    return { metadata, textBytes: book.bodyEnd - book.bodyStart, hasCover, faults };
  },

  readCover({ source, limits }: EbookRequest): Uint8Array | undefined {
    const book = openFictionBook(source);
    return findCover(book, readDescription(book.head, limits).covers);
  },

  takeApart({ source, limits }: EbookRequest): EbookParts {
    const book = openFictionBook(source);
    if (book.bodyEnd - book.bodyStart > ebookLimits.maxTextBytes) throw tooLarge();
    const { metadata, covers } = readDescription(book.head, limits);
    const pictures = new Pictures();
    const paths = new Map<string, string>();
    for (const [i, binary] of listBinaries(book).entries()) {
      const path = pictures.add(toPartNumber(i + 1), readBinary(book, binary));
      if (path !== undefined) paths.set(binary.id, path);
    }
    const styles = [ownStyles.name];
    const markup = book.decode(book.bytes.subarray(book.bodyStart, book.bodyEnd));
    const { documents, toc } = readBody(markup, { image: (id) => paths.get(id), styles });
    if (documents.length === 0) throw damaged('The FictionBook has no text');
    const cover = covers.flatMap((id) => paths.get(id) ?? [])[0];
    const isTitled = documents[0]?.title?.includes(metadata.title ?? '\0');
    const shown = isTitled ? { ...metadata, title: undefined } : metadata;
    return {
      metadata,
      documents: addTitlePage(documents, shown, { cover, styles }),
      resources: [ownStyles, ...pictures.list],
      toc,
      cover,
    };
  },
};

function findCover(book: FictionBook, covers: readonly string[]): Uint8Array | undefined {
  if (covers.length === 0) return undefined;
  const binary = listBinaries(book).find(({ id }) => covers.includes(id));
  return binary && readBinary(book, binary);
}
