import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { MemoryBudget } from '#infrastructure/workers/memory-budget.ts';
import { WorkerPool } from '#infrastructure/workers/pool.ts';
import { isLandlocked } from '../../../test/harness/run/is-landlocked.ts';
import { checkConfinement } from './check.ts';
import { type AllowedPaths, Confinement, type ConfinementMode } from './confinement.ts';
import { probeJob } from './layers.ts';

const entry = new URL('../../../test/fixtures/worker.ts', import.meta.url);
const timeoutMs = 20_000;

type Program = Parameters<Confinement['toStart']>[0];

let folder: string;
let pool: WorkerPool;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-confined-'));
});
afterEach(async () => {
  await pool?.close();
  rmSync(folder, { recursive: true, force: true });
});

function aPool(mode: ConfinementMode, size = 1): WorkerPool {
  pool = new WorkerPool({
    entry,
    size,
    idleMs: 60_000,
    memoryLimitMb: 400,
    budget: new MemoryBudget(4_096),
    priority: 'normal',
    confinement: new Confinement(mode),
  });
  return pool;
}

function aRoot(name: string, text = name): string {
  const root = join(folder, name);
  mkdirSync(root);
  writeFileSync(join(root, 'book'), text);
  return root;
}

const read = (path: string, roots: string[]) => pool.run({ name: 'read', input: path, timeoutMs, roots });
const probe = () =>
  pool.run({
    name: probeJob,
    input: { secret: join(aRoot('data'), 'book'), parent: process.pid },
    timeoutMs,
    roots: [],
  });

function readCapabilities(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Object.fromEntries(
    [...status.matchAll(/^(Cap\w+):\t(\w+)$/gm)].map(([, name, bits]) => [name, BigInt(`0x${bits}`)]),
  );
}

describe.runIf(isLandlocked)('a confined process', () => {
  test('reads no files of the server, executes no program, has no network and sends no signal', async () => {
    aPool('auto');
    expect(await probe()).toEqual({ files: false, network: false, signals: false });
  });

  test('cannot attack the server, also when it may write', async () => {
    aPool('auto');
    const own = aRoot('own');
    const database = join(aRoot('data'), 'book');
    writeFileSync(join(folder, 'victim'), 'victim');
    const listener = createServer().listen(join(folder, 'socket'));
    onTestFinished(() => void listener.close());
    const targets = {
      parent: process.pid,
      debugPort: process.debugPort,
      database,
      own,
      outside: folder,
      other: database,
      socket: join(folder, 'socket'),
    };
    const attack = { name: 'attack', input: targets, timeoutMs, roots: [] };
    expect(await pool.run(attack)).toEqual([]);
    const alone = { reads: [], writes: [own] };
    const succeeded = await pool.run({ ...attack, alone });
    // Writers keep the permissions and times of files that they replace.
    expect([[], ['ownPermissions', 'ownTimes']]).toContainEqual(succeeded);
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('victim');
  });

  test.runIf(process.getuid?.() === 0)('keeps only the root capability for reading files', async () => {
    aPool('auto');
    const pid = await pool.run({ name: 'pid', input: null, timeoutMs, roots: [] });
    // CAP_DAC_READ_SEARCH is the third bit.
    expect(readCapabilities(Number(pid))).toEqual({
      CapInh: 0n,
      CapPrm: 4n,
      CapEff: 4n,
      CapBnd: 4n,
      CapAmb: 0n,
    });
  });

  test('reads the folder of its job, and nothing outside, not even through a link', async () => {
    aPool('required');
    const root = aRoot('library');
    const secret = join(aRoot('data'), 'book');
    symlinkSync(secret, join(root, 'link'));
    expect(await read(join(root, 'book'), [root])).toBe('library');
    for (const path of [secret, join(root, 'link'), join(root, '../data/book')])
      await expect(read(path, [root])).rejects.toMatchObject({ data: { fields: { code: 'EACCES' } } });
    await expect(
      pool.run({ name: 'write', input: join(root, 'new'), timeoutMs, roots: [root] }),
    ).rejects.toMatchObject({ data: { fields: { code: 'EACCES' } } });
  });

  test('reports a missing file as missing', async () => {
    aPool('auto');
    const root = aRoot('library');
    await expect(read(join(root, 'other'), [root])).rejects.toMatchObject({
      data: { fields: { code: 'ENOENT' } },
    });
  });

  test('is replaced by a process that may read a new folder', async () => {
    aPool('auto');
    const first = aRoot('first');
    const second = aRoot('second');
    expect(await read(join(first, 'book'), [first])).toBe('first');
    expect(await read(join(second, 'book'), [second])).toBe('second');
    const pid = await pool.run({ name: 'pid', input: null, timeoutMs, roots: [] });
    // The process may read both folders, so it is not replaced again.
    expect(await read(join(first, 'book'), [first])).toBe('first');
    expect(await pool.run({ name: 'pid', input: null, timeoutMs, roots: [] })).toBe(pid);
  });

  test('is replaced if a folder was replaced by another with the same name', async () => {
    aPool('auto');
    const root = aRoot('library', 'old');
    expect(await read(join(root, 'book'), [root])).toBe('old');
    const kept = aRoot('kept');
    rmSync(root, { recursive: true });
    // The new folder may get the inode of the old one, depending on the file system.
    mkdirSync(join(kept, 'place'));
    aRoot('library', 'new');
    expect(await read(join(root, 'book'), [root])).toBe('new');
  });

  test('a separate process can only use its own paths, and ends with its job', async () => {
    aPool('auto', 2);
    const root = aRoot('library');
    const backup = aRoot('backups');
    const alone = { reads: [], writes: [backup] };
    await pool.run({ name: 'write', input: join(backup, 'new'), timeoutMs, roots: [], alone });
    expect(await pool.run({ name: 'read', input: join(backup, 'new'), timeoutMs, roots: [], alone })).toBe(
      'written',
    );
    await expect(
      pool.run({ name: 'read', input: join(root, 'book'), timeoutMs, roots: [], alone }),
    ).rejects.toMatchObject({ data: { fields: { code: 'EACCES' } } });
    await expect(read(join(backup, 'new'), [root])).rejects.toMatchObject({
      data: { fields: { code: 'EACCES' } },
    });
  });
});

test('without confinement, a process may do everything that the server may', async () => {
  aPool('off');
  expect(await probe()).toEqual({ files: true, network: true, signals: true });
});

describe('the check at start', () => {
  const missing = new URL('./missing.ts', entry);
  const lines: string[] = [];
  const note = (...words: unknown[]) => void lines.push(JSON.stringify(words));
  const check = (mode: ConfinementMode, begin = entry) => {
    const confinement = new Confinement(mode);
    const checked = checkConfinement(confinement, {
      entry: begin,
      secret: folder,
      log: { info: note, warn: note },
    });
    return { confinement, checked };
  };
  beforeEach(() => void lines.splice(0));

  test.runIf(isLandlocked)('logs in one line that all layers are in force', async () => {
    const { confinement, checked } = check('required');
    await checked;
    expect(confinement.isOn).toBe(true);
    expect(lines).toEqual([expect.stringContaining('are confined')]);
  });

  test('logs the missing layers and continues if confined processes do not start', async () => {
    const { confinement, checked } = check('auto', missing);
    await checked;
    expect(confinement.isOn).toBe(false);
    const isOutput = (line: string) => line.includes('wrote to standard error');
    expect(lines.filter((line) => !isOutput(line))).toEqual([expect.stringContaining('not fully confined')]);
    expect(lines.filter(isOutput).join()).toContain('Cannot find module');
  });

  test.runIf(isLandlocked)('repeats a failed probe once', async () => {
    const confinement = new Confinement('auto');
    let starts = 0;
    // Only the first pair of processes does not start.
    const failsOnce: Confinement = Object.create(confinement, {
      toStart: {
        value: (program: Program, allowed?: AllowedPaths) =>
          confinement.toStart(++starts > 2 ? program : { ...program, entry: missing }, allowed),
      },
    });
    await checkConfinement(failsOnce, { entry, secret: folder, log: { info: note, warn: () => {} } });
    expect([starts, confinement.isComplete]).toEqual([4, true]);
    expect(lines).toEqual([expect.stringContaining('are confined')]);
  });

  test('refuses to start if confinement is required and a layer is missing', async () => {
    const { checked } = check('required', missing);
    await expect(checked).rejects.toThrow(/cannot be confined as workers\.confinement = required demands/);
  });

  test('logs that it is off', async () => {
    await check('off').checked;
    expect(lines).toEqual([expect.stringContaining('workers.confinement is off')]);
  });
});
