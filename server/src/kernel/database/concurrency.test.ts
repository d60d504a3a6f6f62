import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, openTestDatabase } from '../../../test/harness/databases.ts';

describe.each(databaseKinds)('a database (%s)', (kind) => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.drop());

  test('is read while a transaction is being filled', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const secret = { name: 'test', value: 'x', createdAt: 1 };
    const writing = database.transaction(async (tx) => {
      await tx.insertInto('serverSecret').values(secret).execute();
      await gate;
    });
    const read = async () =>
      (await sql<{ name: string }>`select name from "serverSecret" where name = 'test'`.execute(database.db))
        .rows;
    // It would never end if it waited for the transaction.
    expect(await read()).toEqual([]);
    open();
    await writing;
    expect(await read()).toEqual([{ name: 'test' }]);
  });
});
