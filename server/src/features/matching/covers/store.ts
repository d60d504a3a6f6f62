// URLs without a usable image. Only this module writes `missingPicture`.
import { hash } from 'node:crypto';
import type { Db } from '#infrastructure/database/dialect.ts';

const toHash = (url: string): string => hash('sha256', url, 'hex');

export async function isMissing(db: Db, url: string, nowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('missingPicture')
    .select('until')
    .where('addressHash', '=', toHash(url))
    .executeTakeFirst();
  return row !== undefined && row.until > nowMs;
}

/** Also removes expired entries. */
export async function noteMissing(
  db: Db,
  url: string,
  { nowMs, until }: { nowMs: number; until: number },
): Promise<void> {
  await db.deleteFrom('missingPicture').where('until', '<=', nowMs).execute();
  await db
    .insertInto('missingPicture')
    .values({ addressHash: toHash(url), until })
    .onConflict((conflict) => conflict.column('addressHash').doUpdateSet({ until }))
    .execute();
}
