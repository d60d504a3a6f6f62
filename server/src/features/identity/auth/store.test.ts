import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#infrastructure/ids.ts';
import { type DatabaseKind, testedDatabases } from '../../../../test/harness/databases.ts';
import { openDatabaseOf } from '../../../../test/harness/open-database.ts';
import { startTestServer } from '../../../../test/harness/server.ts';
import { keepSecret } from '../server-secret/index.ts';
import { deleteOld, findToken, insertToken } from './store.ts';

/** Opens the database of a server with a reader. */
async function aDatabase(kind: DatabaseKind) {
  const server = await startTestServer({ kind });
  const { db, close } = await openDatabaseOf(server);
  onTestFinished(async () => {
    await close();
    await server.stop();
  });
  return { db, userId: server.reader.userId };
}

test.each(testedDatabases)(
  'on %s, the first of several concurrent secrets with the same name is used by all',
  async (kind) => {
    const { db } = await aDatabase(kind);
    const kept = await Promise.all(
      Array.from({ length: 20 }, (_, i) => keepSecret(db, { name: 'new', candidate: `c${i}`, nowMs: 1 })),
    );
    expect(new Set(kept).size).toBe(1);
    expect(await keepSecret(db, { name: 'new', candidate: 'late', nowMs: 2 })).toBe(kept[0]);
  },
);

test.each(testedDatabases)('on %s, deletes expired tokens, and the oldest beyond the limit', async (kind) => {
  const { db, userId } = await aDatabase(kind);
  const familyId = newId();
  const token = (tokenHash: string, createdAt: number, expiresAt: number) => ({
    id: newId(createdAt),
    familyId,
    userId,
    tokenHash,
    tokenVersion: 0,
    createdAt,
    expiresAt,
    usedAt: null,
    revokedAt: null,
  });
  const startMs = Date.now() + 60_000;
  for (const [i, expiresInMs] of [9_000, 9_000, 100, 9_000, 9_000].entries())
    await insertToken(db, token(`t${i}`, startMs + i, startMs + expiresInMs));
  await deleteOld(db, { userId, nowMs: startMs + 100, keep: 3 });
  const left = await Promise.all([0, 1, 2, 3, 4].map((i) => findToken(db, `t${i}`)));
  expect(left.map((row) => row !== undefined)).toEqual([false, false, false, true, true]);
});
