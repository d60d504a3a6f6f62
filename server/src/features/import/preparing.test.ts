import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Problem, reason } from '#infrastructure/errors.ts';
import { until } from '../../../test/harness/until.ts';
import { begin } from './preparing.ts';
import { getImport, removeImport } from './service.ts';
import { nothing, writeSnapshot } from './snapshot/index.ts';
import { keepInFolder } from './storage/in-folder.ts';

const id = '0192f000-0000-7000-8000-000000000001';
const given = { source: { kind: 'path' as const, name: '/config' }, maps: [] };
const snapshot = {
  ...nothing,
  program: 'Komga',
  source: 'x',
  users: [],
  libraries: [],
  series: [],
  books: [],
  leftOut: [],
};

function setUp({ answerAfterMs = 5 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-preparing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const kept = keepInFolder(join(folder, 'kept'));
  let nowMs = 1_000;
  const deps = {
    kept,
    answerAfterMs,
    clock: () => nowMs,
    snapshotImport: {
      plan: async () => ({ snapshot, libraries: [], placed: [], there: [], rewritten: [], missing: [] }),
      listKnownUsers: async () => new Set<string>(),
    },
    // No import task exists.
    engine: { store: { list: async () => ({ rows: [], total: 0 }) }, queue: {} } as never,
  };
  const keepSnapshot = async () => {
    const file = join(folder, 'snapshot');
    await writeSnapshot(file, snapshot);
    await kept.write(id, 'snapshot', createReadStream(file));
    return 'Komga';
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { deps, keepSnapshot, pass };
}

test('responds before a long read ends, and reports the plan later', async () => {
  const { deps, keepSnapshot } = setUp();
  const gate = Promise.withResolvers<void>();
  const answer = await begin(deps, id, { given, read: () => gate.promise.then(keepSnapshot) });
  expect(answer).toMatchObject({ status: 'reading', program: '', failure: null });
  await expect(removeImport(deps, id)).rejects.toMatchObject({ reason: { reason: 'import_reading' } });
  gate.resolve();
  await until(async () => (await getImport(deps, id)).status === 'ready');
  expect(await getImport(deps, id)).toMatchObject({ program: 'Komga', expiresAt: expect.any(String) });
});

test('reports why a source was rejected after the response', async () => {
  const { deps } = setUp();
  const gate = Promise.withResolvers<string>();
  const answer = await begin(deps, id, { given, read: () => gate.promise });
  expect(answer.status).toBe('reading');
  gate.reject(new Problem('import_refused', reason('import_no_database', { file: 'x' })));
  await until(async () => (await getImport(deps, id)).status === 'failed');
  expect((await getImport(deps, id)).failure).toMatchObject({ reason: 'import_no_database' });
  await removeImport(deps, id);
});

test('removes everything when the source is rejected immediately', async () => {
  const { deps } = setUp({ answerAfterMs: 60_000 });
  const refusal = new Problem('import_refused', reason('import_no_database', { file: 'x' }));
  await expect(begin(deps, id, { given, read: () => Promise.reject(refusal) })).rejects.toBe(refusal);
  expect(await deps.kept.list()).toEqual([]);
});

test('reports when the reading process ended unexpectedly', async () => {
  const { deps, pass } = setUp();
  await begin(deps, id, { given, read: () => new Promise<string>(() => {}) });
  pass(41 * 60_000);
  expect(await getImport(deps, id)).toMatchObject({
    status: 'failed',
    failure: { reason: 'process_ended' },
  });
});
