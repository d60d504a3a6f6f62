// Background tasks: hash the remaining comics of a library, then compare all libraries.
import { fileFormats, isComic } from '@lectern/contract/values';
import { countDifferences } from '@lectern/formats/image/perceptual-hash';
import { z } from 'zod';
import { readChunks } from '#infrastructure/chunks.ts';
import { newId, nilId } from '#infrastructure/ids.ts';
import { administration, defineTask, type TaskDefinition } from '#infrastructure/tasks/define.ts';
import { createYielder } from '#infrastructure/yield.ts';
import { compare, findOccurrences, type RepeatedPage, repeatedPageBits } from './compare.ts';
import type { PageHashDependencies } from './dependencies.ts';
import { hashBook } from './hash-book.ts';
import { type HashedBook, PageTable } from './page-table.ts';
import * as store from './store.ts';

const comicFormats = fileFormats.filter(isComic);
/** Books per query, and books hashed concurrently. */
const chunkSize = 100;
const atOnce = 2;
const comparedAtOnce = 2_000;
const timeoutSeconds = 7 * 24 * 60 * 60;

export type HashTask = TaskDefinition<{ libraryId: string }>;
export type CompareTask = TaskDefinition<Record<string, never>>;

/** After an interruption, continues with the books without hashes. */
export const defineHashTask = (deps: PageHashDependencies, compareTask: CompareTask): HashTask =>
  defineTask({
    type: 'page_hashes.make',
    payload: z.object({ libraryId: z.uuid() }),
    key: ({ libraryId }) => libraryId,
    subject: ({ libraryId }) => ({ kind: 'library', libraryId }),
    // Runs after thumbnails.
    priority: 5,
    attempts: 10,
    timeoutSeconds,
    async run({ params: { libraryId }, signal, progress }) {
      let seen = 0;
      let made = 0;
      const groups = readChunks<string>(chunkSize, (last) =>
        store.listUnhashed(
          deps.database,
          { libraryId, formats: comicFormats },
          { afterId: last ?? nilId, limit: chunkSize },
        ),
      );
      for await (const ids of groups) {
        const files = (await deps.catalog.files.list(ids)).values();
        const work = async () => {
          for (const book of files) {
            signal.throwIfAborted();
            if (await hashBook(deps, book)) made++;
            progress(++seen, seen + (ids.length < chunkSize ? 0 : chunkSize));
          }
        };
        await Promise.all(Array.from({ length: atOnce }, work));
      }
      if (made > 0) await deps.queue.enqueue(compareTask, {}, { rerun: true });
      return { made };
    },
  });

export const defineCompareTask = (deps: PageHashDependencies): CompareTask =>
  defineTask({
    type: 'page_hashes.compare',
    payload: z.object({}).strict(),
    key: () => 'all',
    subject: administration,
    priority: 5,
    attempts: 10,
    timeoutSeconds,
    async run({ signal }) {
      const pages = await readTable(deps, signal);
      const { pairs, repeats } = await compare(pages, signal);
      await store.replacePairs(deps.database, pairs, { toId: newId, nowMs: deps.clock() });
      await saveRepeats(deps, pages, repeats);
      return { similar: pairs.length, repeated: repeats.length };
    },
  });

async function readTable({ database }: PageHashDependencies, signal: AbortSignal): Promise<PageTable> {
  const books: HashedBook[] = [];
  const parts = readChunks<HashedBook>(comparedAtOnce, (last) =>
    store.listHashed(database, last?.id ?? nilId, comparedAtOnce),
  );
  for await (const part of parts) {
    signal.throwIfAborted();
    for (const book of part) books.push(book);
  }
  return new PageTable(books).fill(createYielder());
}

/** A page that is found again keeps its row and decision. */
async function saveRepeats(
  { database, clock }: PageHashDependencies,
  pages: PageTable,
  repeats: readonly RepeatedPage[],
): Promise<void> {
  const known = await store.listCredits(database.db);
  const kept = new Set<string>();
  for (const row of known.filter(({ state }) => state !== 'open')) {
    kept.add(row.id);
    const hash = Buffer.from(row.hash, 'hex');
    await store.saveCredit(database, row, await findOccurrences(pages, { libraryId: row.libraryId, hash }));
  }
  for (const { libraryId, hash, occurrences } of repeats) {
    const isSame = (row: store.CreditRow) =>
      row.libraryId === libraryId && countDifferences(Buffer.from(row.hash, 'hex'), hash) <= repeatedPageBits;
    const same = known.filter(isSame);
    if (same.some(({ state }) => state !== 'open')) continue;
    const row = same.find(({ id }) => !kept.has(id)) ?? {
      id: newId(),
      libraryId,
      hash: Buffer.from(hash).toString('hex'),
      state: 'open' as const,
      foundAt: clock(),
      decidedAt: null,
    };
    kept.add(row.id);
    await store.saveCredit(database, row, occurrences);
  }
  await store.removeCredits(
    database.db,
    known.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  );
}
