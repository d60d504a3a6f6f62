// All SQL of choices of covers. The only writer of `coverChoice`.
import type { Db } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';

export interface Pictured {
  type: 'book' | 'series';
  id: string;
}

export type Chosen = 'person' | 'nobody';

export interface WantedCover extends Pictured {
  wantedAt: number;
  tries: number;
}

const owner = { series: 'seriesId', book: 'bookId' } as const;
const nothing = { seriesId: null, bookId: null, isByPerson: null, wantedAt: null, tries: 0 };

export async function find(db: Db, { type, id }: Pictured): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('coverChoice')
    .select('isByPerson')
    .where(owner[type], '=', id)
    .executeTakeFirst();
  return row && row.isByPerson !== null ? row.isByPerson === 1 : undefined;
}

export async function note(db: Db, { type, id }: Pictured, by: Chosen): Promise<void> {
  const isByPerson = by === 'person' ? 1 : 0;
  await db
    .insertInto('coverChoice')
    .values({ ...nothing, id: newId(), [owner[type]]: id, isByPerson })
    .onConflict((conflict) => conflict.column(owner[type]).doUpdateSet({ isByPerson }))
    .execute();
}

export async function want(
  db: Db,
  { type, ids, fromMs: wantedAt }: { type: Pictured['type']; ids: readonly string[]; fromMs: number },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('coverChoice')
    .values(ids.map((id) => ({ ...nothing, id: newId(), [owner[type]]: id, wantedAt })))
    .onConflict((conflict) => conflict.column(owner[type]).doUpdateSet({ wantedAt, tries: 0 }))
    .execute();
}

export async function listDue(db: Db, nowMs: number, limit: number): Promise<WantedCover[]> {
  const rows = await db
    .selectFrom('coverChoice')
    .select(['seriesId', 'bookId', 'wantedAt', 'tries'])
    .where('wantedAt', '<=', nowMs)
    .orderBy('wantedAt')
    .limit(limit)
    .execute();
  return rows.map(({ seriesId, bookId, wantedAt, tries }) => ({
    ...(seriesId === null ? { type: 'book', id: bookId ?? '' } : { type: 'series', id: seriesId }),
    wantedAt: wantedAt ?? nowMs,
    tries,
  }));
}

export async function findNext(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('coverChoice')
    .select('wantedAt')
    .where('wantedAt', 'is not', null)
    .orderBy('wantedAt')
    .limit(1)
    .executeTakeFirst();
  return row?.wantedAt ?? undefined;
}

export async function change(
  db: Db,
  { type, id, wantedAt }: WantedCover,
  next: { wantedAt: number | null; tries: number },
): Promise<void> {
  await db
    .updateTable('coverChoice')
    .set(next)
    .where(owner[type], '=', id)
    .where('wantedAt', '=', wantedAt)
    .execute();
}
