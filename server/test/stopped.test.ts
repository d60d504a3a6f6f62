// A stopped server must not leave memory in use: a restart from the settings creates a new server in the same process.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { databaseKinds } from './harness/databases.ts';
import { addScannedLibrary } from './harness/library.ts';
import { collectGarbage } from './harness/run/garbage.ts';
import { startTestServer } from './harness/server.ts';
import { makeCbz } from './makers/books.ts';

describe.each(databaseKinds)('a stopped server on %s', (kind) => {
  test('releases all of its memory', async () => {
    const stopped = await runOnce();
    const isHeld = async () => {
      await setImmediate();
      collectGarbage();
      return stopped.deref() !== undefined;
    };
    await vi.waitUntil(async () => !(await isHeld()), { interval: 200, timeout: 20_000 });
    expect(stopped.deref()).toBeUndefined();
  });

  async function runOnce(): Promise<WeakRef<object>> {
    const server = await startTestServer({ kind, withTasks: true });
    await addScannedLibrary(server, { 'One/1.cbz': await makeCbz() });
    await server.stop();
    return new WeakRef(server.app.http);
  }
});
