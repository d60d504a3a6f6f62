// The SQL of the server's own secrets, and the only writer of `serverSecret`.
import type { Db } from '#infrastructure/database/dialect.ts';

/** Returns the secret with this name: `candidate`, unless another process has stored one before. */
export async function keepSecret(
  db: Db,
  { name, candidate, nowMs }: { name: string; candidate: string; nowMs: number },
): Promise<string> {
  await db
    .insertInto('serverSecret')
    .values({ name, value: candidate, createdAt: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('serverSecret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

export const replaceSecret = async (
  db: Db,
  { name, value, nowMs }: { name: string; value: string; nowMs: number },
): Promise<void> => {
  await db.updateTable('serverSecret').set({ value, createdAt: nowMs }).where('name', '=', name).execute();
};
