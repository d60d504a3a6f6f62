// What the database says that can be compared with the world outside.
import type { Db } from '#infrastructure/database/dialect.ts';

/** When something was last written, by the clock of then. Milliseconds since 1970. */
export async function findLastWrite(db: Db): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('task')
    .select(({ fn }) => fn.max('createdAt').as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? undefined : Number(at);
}
