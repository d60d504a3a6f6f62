import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../test/harness/databases.ts';
import { openPlainSqlite } from './sqlite/connection.ts';

const secret = (name: string, value = 'x') => ({ name, value, createdAt: 1 });

async function openToCopy() {
  const database = await openTestDatabase('sqlite');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-copy-'));
  onTestFinished(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { ...database, file: join(folder, 'copy.db') };
}

/** Verifies a copy and returns the names of its secrets. */
function readNames(file: string): unknown[] {
  const copied = openPlainSqlite(file);
  try {
    expect(copied.pragma('integrity_check', { simple: true })).toBe('ok');
    return copied.prepare('select name from serverSecret').pluck().all();
  } finally {
    copied.close();
  }
}

test('a copy made during a transaction contains only committed data', async () => {
  const { db, copy, transaction, file } = await openToCopy();
  await db.insertInto('serverSecret').values(secret('before')).execute();
  await transaction(async (tx) => {
    await tx.insertInto('serverSecret').values(secret('half')).execute();
    await copy?.(file);
    await tx.insertInto('serverSecret').values(secret('other half')).execute();
  });
  expect(existsSync(file)).toBe(true);
  const names = readNames(file);
  expect(names).toContain('before');
  expect(names).not.toContain('half');
});

test('a copy contains the state at its start, regardless of later writes', async () => {
  const { db, copy, file } = await openToCopy();
  // Several times the number of pages that are copied per step.
  await db
    .insertInto('serverSecret')
    .values(secret('much', 'x'.repeat(8_000_000)))
    .execute();
  let isOver = false;
  let written = 0;
  const writing = (async () => {
    while (!isOver) {
      await db
        .insertInto('serverSecret')
        .values(secret(`late ${++written}`))
        .execute();
      await new Promise(setImmediate);
    }
  })();
  try {
    await copy?.(file);
  } finally {
    isOver = true;
    await writing;
  }
  expect(written).toBeGreaterThan(1);
  const names = readNames(file);
  expect(names).toContain('much');
  // The first one may have been written before the start.
  expect(names.filter((name) => String(name).startsWith('late')).length).toBeLessThan(2);
});
