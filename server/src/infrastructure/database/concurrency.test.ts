import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, openTestDatabase } from '../../../test/harness/databases.ts';

describe.each(databaseKinds)('a database (%s)', (kind) => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.drop());

  test('can be read during a long transaction', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const secret = { name: 'test', value: 'x', createdAt: 1 };
    const writing = database.transaction(async (tx) => {
      await tx.insertInto('serverSecret').values(secret).execute();
      await gate;
    });
    const read = async () =>
      (await sql<{ name: string }>`select name from "serverSecret" where name = 'test'`.execute(database.db))
        .rows;
    // A read that waited for the transaction would never end.
    expect(await read()).toEqual([]);
    open();
    await writing;
    expect(await read()).toEqual([{ name: 'test' }]);
  });

  test('completes two transactions that wait for each other', async () => {
    const names = ['one', 'other'];
    const rows = names.map((name) => ({ name, value: '', createdAt: 0 }));
    await database.db.insertInto('serverSecret').values(rows).execute();
    const both = Promise.withResolvers<void>();
    let begun = 0;
    // On SQLite, one transaction ends before the other begins.
    const most = kind === 'sqlite' ? 1 : 2;
    const write = (who: string, order: readonly string[]) =>
      database.transaction(async (tx) => {
        const add = (name: string) =>
          sql`update "serverSecret" set value = value || ${who} where name = ${name}`.execute(tx);
        await add(order[0] ?? '');
        if (++begun === most) both.resolve();
        await both.promise;
        await add(order[1] ?? '');
      });
    await Promise.all([write('a', names), write('b', names.toReversed())]);
    const values = await database.db
      .selectFrom('serverSecret')
      .select('value')
      .where('name', 'in', names)
      .execute();
    expect(values.map(({ value }) => [...value].sort().join(''))).toEqual(['ab', 'ab']);
  });
});
