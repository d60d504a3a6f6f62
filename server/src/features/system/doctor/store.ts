// Values of the database that the doctor compares with the environment.
import type { Db } from '#infrastructure/database/dialect.ts';

/** Returns the time of the last write, in milliseconds since 1970 by the clock at that time. */
export async function findLastWrite(db: Db): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('task')
    .select(({ fn }) => fn.max('createdAt').as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? undefined : Number(at);
}
