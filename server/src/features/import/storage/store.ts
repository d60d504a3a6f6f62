// All SQL of imports stored in the database.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { ImportPartTable } from '#schema/tables/import-part.ts';

type PartKey = Pick<ImportPartTable, 'importId' | 'name' | 'position'>;

/** Names of complete parts. Parts in progress have other names. */
const named = ['state', 'database', 'log', 'snapshot', 'described', 'missing'];

export async function listIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('importPart').select('importId').distinct().execute();
  return rows.map(({ importId }) => importId);
}

export async function findPart(
  db: Db,
  { importId, name, position }: PartKey,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('importPart')
    .select('bytes')
    .where('importId', '=', importId)
    .where('name', '=', name)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.bytes;
}

/** Returns all parts from one consistent state. */
export async function listParts(db: Db, importId: string, name: string): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('importPart')
    .select('bytes')
    .where('importId', '=', importId)
    .where('name', '=', name)
    .orderBy('position')
    .execute();
  return rows.map(({ bytes }) => bytes);
}

export async function insertPart(db: Db, row: ImportPartTable): Promise<void> {
  await db.insertInto('importPart').values(row).execute();
}

export async function renameParts(
  db: Db,
  importId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('importPart')
    .set({ name: to })
    .where('importId', '=', importId)
    .where('name', '=', from)
    .execute();
}

/** Removes all parts if no names are given. */
export async function removeParts(db: Db, importId: string, names?: readonly string[]): Promise<void> {
  let query = db.deleteFrom('importPart').where('importId', '=', importId);
  if (names) query = query.where('name', 'in', names);
  await query.execute();
}

/** Removes parts of interrupted writes. */
export async function removeUnfinished(db: Db, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('importPart')
    .where('name', 'not in', named)
    .where('writtenAt', '<', beforeMs)
    .execute();
}
