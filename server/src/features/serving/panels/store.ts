// All SQL of corrected panels. The only writer of `panelCorrection`.
import type { Box } from '@lectern/formats/panels/boxes';
import { z } from 'zod';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

const boxes = z.array(z.array(z.number()));
const chunkSize = 500;

interface CorrectedPage {
  bookId: string;
  number: number;
}

interface Correction {
  number: number;
  panels: number[][];
}

/** The hashes that identify the content of a book, the most stable first. */
async function listHashes(db: Db, bookId: string): Promise<string[]> {
  const book = await db
    .selectFrom('book')
    .select(['pageHash', 'fileHash'])
    .where('id', '=', bookId)
    .executeTakeFirst();
  return book ? [...(book.pageHash === null ? [] : [book.pageHash]), book.fileHash] : [];
}

/** The corrected pages of a book, or one of them. */
export async function listCorrections(db: Db, bookId: string, number?: number): Promise<Correction[]> {
  const hashes = await listHashes(db, bookId);
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom('panelCorrection')
    .select(['contentHash', 'pageNumber', 'panels'])
    .where('contentHash', 'in', hashes)
    .$if(number !== undefined, (query) => query.where('pageNumber', '=', number ?? 0))
    .execute();
  // A correction from before the pages were known is stored with the hash of the file.
  rows.sort((a, b) => hashes.indexOf(b.contentHash) - hashes.indexOf(a.contentHash));
  const byNumber = new Map(rows.map((row) => [row.pageNumber, boxes.parse(JSON.parse(row.panels))]));
  return [...byNumber].map(([number, panels]) => ({ number, panels }));
}

export async function saveCorrection(
  db: Db,
  { bookId, number }: CorrectedPage,
  { panels, nowMs }: { panels: readonly Box[]; nowMs: number },
): Promise<void> {
  const [contentHash] = await listHashes(db, bookId);
  // The book was purged meanwhile.
  if (contentHash === undefined) return;
  const values = { panels: JSON.stringify(panels), updatedAt: nowMs };
  await db
    .insertInto('panelCorrection')
    .values({ contentHash, pageNumber: number, ...values })
    .onConflict((conflict) => conflict.columns(['contentHash', 'pageNumber']).doUpdateSet(values))
    .execute();
}

export interface ExportedCorrection {
  contentHash: string;
  pageNumber: number;
  panels: readonly Box[];
  updatedAt: number;
}

/** Existing corrections are kept. */
export async function addCorrections(db: Db, corrections: readonly ExportedCorrection[]): Promise<void> {
  const rows = corrections.map((one) => ({ ...one, panels: JSON.stringify(one.panels) }));
  for (const part of chunks(rows, chunkSize))
    await db
      .insertInto('panelCorrection')
      .values(part)
      .onConflict((conflict) => conflict.columns(['contentHash', 'pageNumber']).doNothing())
      .execute();
}

export async function removeCorrection(db: Db, { bookId, number }: CorrectedPage): Promise<void> {
  const hashes = await listHashes(db, bookId);
  if (hashes.length === 0) return;
  await db
    .deleteFrom('panelCorrection')
    .where('contentHash', 'in', hashes)
    .where('pageNumber', '=', number)
    .execute();
}
