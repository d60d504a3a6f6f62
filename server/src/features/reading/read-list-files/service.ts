// The import reports the result of every entry; the export contains the books that the user sees.
import type { ImportReport } from '@lectern/contract/reading/read-lists';
import { type CblEntry, type CblList, parseCbl } from '@lectern/formats/cbl/parse';
import { writeCbl } from '@lectern/formats/cbl/write';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import type { MatchingBook } from '#catalog/books/books.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { invalid, reason, toIssue } from '#infrastructure/errors.ts';
import { createYielder } from '#infrastructure/yield.ts';
import type { ReadListService } from '../lists/index.ts';
import { matchEntry, toSeriesKeys } from './match.ts';

interface Import {
  bytes: Uint8Array;
  fileName: string;
  name: string | undefined;
  isDryRun: boolean;
}

export function createReadListFileService(catalog: Catalog, readLists: ReadListService) {
  return {
    /** Throws `validation_failed` for a file that is not a read list, and `conflict` for a name in use. */
    async import(viewer: Viewer, { bytes, fileName, name, isDryRun }: Import): Promise<ImportReport> {
      const list = read(bytes);
      const yieldIfDue = createYielder();
      const keysOf: string[][] = [];
      for (const entry of list.entries) {
        keysOf.push(toSeriesKeys(entry));
        await yieldIfDue();
      }
      const books = await catalog.books.listBySeriesKeys(viewer, [...new Set(keysOf.flat())]);
      const byKey = Map.groupBy(books, (book) => book.seriesTitleKey);
      const taken = new Set<string>();
      const entries: ImportReport['entries'] = [];
      for (const [i, entry] of list.entries.entries()) {
        const known = (keysOf[i] ?? []).flatMap((key) => byKey.get(key) ?? []);
        const { status, book, candidates } = matchEntry(entry, known);
        const isAgain = book !== undefined && taken.has(book.id);
        if (book) taken.add(book.id);
        entries.push({
          ...toRequested(entry),
          status: isAgain ? 'duplicate' : status,
          bookId: book?.id ?? null,
          candidates: candidates.map(toCandidate),
        });
        await yieldIfDue();
      }
      const wanted = name ?? (list.name?.slice(0, 200) || fileName.replace(/\.[^.]*$/, '').slice(0, 200));
      const matched = entries.filter(({ status }) => status === 'matched');
      const readList = isDryRun ? null : await make(viewer, wanted || 'Read list', [...taken]);
      return {
        name: wanted || 'Read list',
        matched: matched.length,
        unmatched: entries.length - matched.length,
        entries,
        readList,
      };
    },

    async export(viewer: Viewer, id: string): Promise<{ name: string; document: string }> {
      const { name } = await readLists.get(viewer, id);
      const ids: string[] = [];
      for (let page = 1; ; page++) {
        const { rows } = await readLists.members(viewer, id, { page, pageSize: 500 });
        ids.push(...rows.map((row) => row.id));
        if (rows.length < 500) break;
      }
      const facts = new Map((await catalog.books.listForFile(viewer, ids)).map((book) => [book.id, book]));
      const books = ids.flatMap((bookId) => facts.get(bookId) ?? []);
      return { name, document: writeCbl(name, books.map(toEntry)) };
    },
  };

  /** A list accepts a thousand ids per call. */
  async function make(viewer: Viewer, name: string, ids: readonly string[]) {
    const made = await readLists.create(viewer, { name, ordered: true, ids: ids.slice(0, 1_000) });
    let list = made;
    for (let i = 1_000; i < ids.length; i += 1_000)
      list = await readLists.add(viewer, made.id, ids.slice(i, i + 1_000));
    return list;
  }
}

function read(bytes: Uint8Array): CblList {
  try {
    return parseCbl(bytes, defaultLimits);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw invalid({ ...toIssue('body.file', reason('read_list_invalid')), message: error.message });
  }
}

const toRequested = ({ series, number, volume, year }: CblEntry) => ({
  series,
  number: number ?? null,
  volume: volume ?? null,
  year: year ?? null,
});

const toCandidate = ({ id, seriesTitle, title, number }: MatchingBook) => ({
  bookId: id,
  seriesName: seriesTitle,
  title,
  number,
});

function toEntry(book: MatchingBook) {
  const volume = book.volume ?? book.seriesYear;
  return {
    series: book.seriesTitle,
    ...(book.numberValue !== null && { number: String(book.numberValue) }),
    ...(volume !== null && { volume: String(volume) }),
    ...(book.year !== null && { year: String(book.year) }),
  };
}
