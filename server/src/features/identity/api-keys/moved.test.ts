import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { Problem } from '#infrastructure/errors.ts';
import { silentLog } from '#infrastructure/log.ts';
import { openDatabaseOf, openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { insertMoved } from './moved.ts';
import { KeyProver } from './verification.ts';

const prefix = 'codex_0123456789abcdef';
const key = `${prefix}_${'a'.repeat(32)}`;
const toWrongKey = (i: number) => `${prefix}_${String(i).padStart(32, '0')}`;

withServer('a key that another program stored as an Argon2id hash', (server) => {
  test('rejects further secrets after five wrong ones, and accepts the key after the delay', async () => {
    const database = await openDatabaseOf(server());
    try {
      const moved = { name: 'moved', secret: { prefix, argon2: await hash(key) } };
      const { userId } = server().admin;
      expect(
        await insertMoved(database.db, userId, {
          moved: { ...moved, permissions: undefined, expiresAtMs: null },
          nowMs: 0,
        }),
      ).toBe(true);
      let nowMs = 1_000_000;
      const prover = new KeyProver(database, () => nowMs, silentLog);
      const verify = (wanted: string) =>
        prover.verifyMoved(wanted).then(
          (found) => found?.viewer.userId,
          (error: unknown) => (error instanceof Problem ? error.code : error),
        );
      const wrong = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((i) => verify(toWrongKey(i))));
      const refused = 'rate_limit_exceeded';
      // Concurrent checks end in any order.
      expect(wrong.filter((code) => code === refused)).toHaveLength(2);
      expect(wrong.filter((code) => code === undefined)).toHaveLength(5);
      expect(await verify(key)).toBe(refused);
      nowMs += 2_000;
      // Concurrent requests with the same key share one check.
      expect(await Promise.all(Array.from({ length: 10 }, () => verify(key)))).toEqual(
        Array(10).fill(userId),
      );
      expect(await verify(key)).toBe(userId);
      await prover.settle();
    } finally {
      await database.close();
    }
  });

  test('rejects requests with 429 after five wrong secrets', async () => {
    const other = 'codex_fedcba9876543210';
    const database = await openQuietDatabaseOf(server());
    try {
      const secret = { prefix: other, argon2: await hash(`${other}_${'a'.repeat(32)}`) };
      const moved = { name: 'moved', secret, permissions: undefined, expiresAtMs: null };
      await insertMoved(database.db, server().admin.userId, { moved, nowMs: 0 });
    } finally {
      await database.close();
    }
    const answers = [];
    for (let i = 0; i < 7; i++)
      answers.push(
        await server()
          .as({ 'x-api-key': `${other}_${String(i).padStart(32, '0')}` })
          .get('/api/v1/user'),
      );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
