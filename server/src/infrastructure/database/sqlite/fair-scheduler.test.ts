import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databaseKinds, openTestDatabase } from '../../../../test/harness/databases.ts';
import { FairScheduler } from './fair-scheduler.ts';

const loopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A caller whose statements take one millisecond each, with a clock that only they advance. */
function setUp(maxMs: number) {
  let nowMs = 0;
  const turns = new FairScheduler({ maxMs, now: () => nowMs });
  const done: string[] = [];
  async function work(name: string, statements: number): Promise<void> {
    for (let n = 0; n < statements; n++) {
      const turn = turns.take();
      if (turn) await turn;
      else await Promise.resolve();
      nowMs += 1;
      done.push(name);
    }
  }
  return { work, done };
}

describe('turns', () => {
  test('a short run is not interrupted', async () => {
    const { work, done } = setUp(8);
    let hasTurned = false;
    void loopTurn().then(() => {
      hasTurned = true;
    });
    await work('a', 8);
    expect(done).toHaveLength(8);
    expect(hasTurned).toBe(false);
  });

  test('a long run yields to the event loop after each part', async () => {
    const { work, done } = setUp(8);
    const parts: number[] = [];
    let isOver = false;
    const looking = (async () => {
      for (; !isOver; await loopTurn()) parts.push(done.length);
    })();
    await work('a', 80);
    isOver = true;
    await looking;
    const grown = parts.map((count, n) => count - (parts[n - 1] ?? 0));
    expect(Math.max(...grown)).toBeLessThanOrEqual(8);
  });

  test('later callers get their turn before a long run ends, in order', async () => {
    const { work, done } = setUp(8);
    const long = work('long', 200);
    await loopTurn();
    await Promise.all([work('a', 2), work('b', 2), work('c', 2)]);
    const firsts = ['a', 'b', 'c'].map((name) => done.indexOf(name));
    expect(firsts).toEqual(firsts.toSorted((x, y) => x - y));
    expect(done.lastIndexOf('c')).toBeLessThan(100);
    await long;
    expect(done.filter((name) => name === 'long')).toHaveLength(200);
  });

  test('a caller with a lower limit leaves the rest of the turn to others', async () => {
    let nowMs = 0;
    const turns = new FairScheduler({ maxMs: 8, now: () => nowMs });
    expect(turns.take(3)).toBeUndefined();
    nowMs = 3;
    const next = turns.take(3);
    expect(next).toBeInstanceOf(Promise);
    expect(turns.take()).toBeUndefined();
    await next;
    expect(turns.take(3)).toBeUndefined();
  });

  test('no caller is forgotten among many', async () => {
    const { work, done } = setUp(3);
    await Promise.all(Array.from({ length: 50 }, (_, n) => work(`${n}`, 1 + (n % 7))));
    expect(new Set(done).size).toBe(50);
  });
});

describe.each(databaseKinds)('a long transaction on %s', (kind) => {
  test('yields to others', async () => {
    const { db, drop, transaction } = await openTestDatabase(kind);
    let turns = 0;
    let isOver = false;
    const turning = (async () => {
      for (; !isOver; turns++) await loopTurn();
    })();
    await transaction(async (tx) => {
      for (const sinceMs = performance.now(); turns <= 5 && performance.now() - sinceMs < 5_000; )
        await tx.selectFrom('task').select('id').execute();
    });
    isOver = true;
    await turning;
    expect(turns).toBeGreaterThan(5);
    await db.selectFrom('task').select('id').execute();
    await drop();
  });
});

test('a statement that waits while its transaction is rolled back writes nothing', async () => {
  const { db, drop, transaction } = await openTestDatabase('sqlite');
  const secret = (name: string) => ({ name, value: 'x', createdAt: 1 });
  const late: Promise<unknown>[] = [];
  const undone = transaction(async (tx) => {
    // Until a statement has to wait.
    for (let n = 0; n < 20_000 && late.length === 0; n++) {
      let isDone = false;
      const written = tx
        .insertInto('serverSecret')
        .values(secret(`n${n}`))
        .execute()
        .finally(() => {
          isDone = true;
        });
      for (let turn = 0; turn < 50 && !isDone; turn++) await Promise.resolve();
      if (isDone) await written;
      else late.push(written.catch((error: unknown) => error));
    }
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await Promise.all(late)).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/is over/) }),
  ]);
  expect(await db.selectFrom('serverSecret').select('name').where('name', 'like', 'n%').execute()).toEqual(
    [],
  );
  await drop();
});

test('a statement after an automatic rollback writes nothing', async () => {
  const { db, drop, transaction } = await openTestDatabase('sqlite');
  const insert = (orRollback: boolean, name: string) =>
    sql`insert ${sql.raw(orRollback ? 'or rollback' : '')} into "serverSecret" (name, value, "createdAt")
      values (${name}, 'x', 1)`;
  const undone = transaction(async (tx) => {
    await insert(false, 'first').execute(tx);
    // Ends the transaction, as a full disk does.
    await insert(true, 'first')
      .execute(tx)
      .catch(() => {});
    await insert(false, 'second').execute(tx);
  });
  await expect(undone).rejects.toThrow('is over');
  expect(
    await db.selectFrom('serverSecret').select('name').where('name', 'in', ['first', 'second']).execute(),
  ).toEqual([]);
  await drop();
});
