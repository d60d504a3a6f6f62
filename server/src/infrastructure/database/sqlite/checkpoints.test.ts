import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Checkpoints } from './checkpoints.ts';
import { openSqliteConnection } from './connection.ts';
import { createReadingThread } from './reading-thread.ts';

/** Creates a database with both connections and a larger log than a commit of SQLite would leave. */
function makeLog() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-log-'));
  const file = join(folder, 'a.db');
  const writer = openSqliteConnection(file);
  const reader = openSqliteConnection(file);
  onTestFinished(() => {
    reader.close();
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { file, writer, reader };
}

/** 6 MB: more than the thousand pages after which SQLite itself would checkpoint in a commit. */
function fill(writer: SqliteDatabase.Database): SqliteDatabase.Statement {
  writer.exec('create table blob (id integer primary key, bytes blob)');
  const insert = writer.prepare('insert into blob (bytes) values (randomblob(?))');
  for (let n = 0; n < 30; n++) insert.run(200_000);
  return insert;
}

test('writes reach the database file without a commit that waits for it', async () => {
  const { file, writer, reader } = makeLog();
  const backgroundReader = createReadingThread(file);
  onTestFinished(() => backgroundReader.close());
  const ask = () => reader.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  const checkpoints = new Checkpoints({ writer, reader, backgroundReader }, { pages: 500, pauseMs: 1 });
  const insert = fill(writer);
  const [full] = ask();
  expect(full?.log).toBeGreaterThan(1_200);
  expect(full?.checkpointed).toBe(0);
  checkpoints.onWritten();
  await expect.poll(() => ask()[0]?.checkpointed).toBe(full?.log);
  // The log restarts from the beginning, so that it does not grow forever.
  insert.run(10);
  expect(ask()[0]?.log).toBeLessThan(20);
});

test('runs no query on a closing database', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { writer, reader } = makeLog();
  const rows = vi.fn(async () => []);
  const backgroundReader = { rows };
  const checkpoints = new Checkpoints({ writer, reader, backgroundReader }, { pages: 500 });
  fill(writer);
  checkpoints.onWritten();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rows).toHaveBeenCalledOnce();
  checkpoints.onWritten();
  checkpoints.stop();
  checkpoints.onWritten();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rows).toHaveBeenCalledOnce();
});
