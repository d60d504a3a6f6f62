import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { Confinement } from '#infrastructure/confinement/confinement.ts';
import { MemoryBudget } from './memory-budget.ts';
import { type PoolOptions, WorkerPool } from './pool.ts';
import { SingleFlight } from './single-flight.ts';

const entry = new URL('../../../test/fixtures/worker.ts', import.meta.url);
const pools: WorkerPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function aPool(options: Partial<PoolOptions> = {}): WorkerPool {
  const pool = new WorkerPool({
    entry,
    size: 1,
    idleMs: 60_000,
    memoryLimitMb: 400,
    budget: new MemoryBudget(4_096),
    priority: 'low',
    confinement: new Confinement('auto'),
    ...options,
  });
  pools.push(pool);
  return pool;
}
const job = (name: string, input: unknown = null, extra = {}) => ({
  name,
  input,
  timeoutMs: 20_000,
  roots: [],
  ...extra,
});

test('a job runs in another process, and bytes are transferred completely', async () => {
  const pool = aPool();
  expect(await pool.run(job('pid'))).not.toBe(process.pid);
  const bytes = Uint8Array.from([0, 255, 7]);
  expect(await pool.run(job('echo', { bytes }))).toEqual({ bytes });
});

test.each(['auto', 'off'] as const)('a process does not open its debugger on a signal: %s', async (mode) => {
  const pool = aPool({ confinement: new Confinement(mode) });
  expect(await pool.run(job('nodeOptions'))).toContain('--disable-sigusr1');
});

test('partial results arrive before the final one', async () => {
  const parts: unknown[] = [];
  const onPartial = (part: unknown) => parts.push(part);
  expect(await aPool().run(job('parts', 3, { onPartial }))).toBe('all');
  expect(parts).toEqual([1, 2, 3]);
});

test('an error keeps its name and properties, and the process continues', async () => {
  const pool = aPool();
  const pid = await pool.run(job('pid'));
  await expect(pool.run(job('fail'))).rejects.toMatchObject({
    name: 'JobError',
    data: { name: 'RangeError', message: 'out of it', fields: { kind: 'parser' } },
  });
  expect(await pool.run(job('pid'))).toBe(pid);
});

test.each(['crash', 'exit'])(
  'a process that ends by %s fails only its own job and is replaced',
  async (how) => {
    const pool = aPool();
    const pid = await pool.run(job('pid'));
    const [lost, next] = await Promise.allSettled([pool.run(job(how)), pool.run(job('pid'))]);
    expect(lost).toMatchObject({ status: 'rejected', reason: { name: 'WorkerLost', reason: 'crashed' } });
    expect(next).toMatchObject({ status: 'fulfilled' });
    expect(next).not.toMatchObject({ value: pid });
  },
);

test('a process that cannot start is reported as a server error', async () => {
  const pool = aPool({ entry: new URL('file:///nowhere/worker.ts') });
  await expect(pool.run(job('echo', 1))).rejects.toThrow('A worker process could not be started');
});

test('a job that hangs is ended at its time limit', async () => {
  await expect(aPool().run(job('hang', null, { timeoutMs: 300 }))).rejects.toMatchObject({
    reason: 'timeout',
  });
});

test('a job that uses too much memory is ended at the memory limit', async () => {
  const pool = aPool({ memoryLimitMb: 250 });
  await expect(pool.run(job('eat'))).rejects.toMatchObject({ reason: 'memory' });
  expect(await pool.run(job('echo', 1))).toBe(1);
});

test('an aborted job is ended, waiting or running', async () => {
  const pool = aPool();
  const running = new AbortController();
  const waiting = new AbortController();
  const first = pool.run(job('hang', null, { signal: running.signal }));
  const second = pool.run(job('echo', 2, { signal: waiting.signal }));
  waiting.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  running.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
});

test('jobs with one affinity use the same process, others are distributed', async () => {
  const pool = aPool({ size: 2 });
  const pids = await Promise.all([
    pool.run(job('pid', null, { affinity: 'a' })),
    pool.run(job('pid', null, { affinity: 'b' })),
  ]);
  expect(pids[0]).not.toBe(pids[1]);
  const again = await Promise.all(
    ['a', 'b', 'a', 'b'].map((affinity) => pool.run(job('pid', null, { affinity }))),
  );
  expect(again).toEqual([pids[0], pids[1], pids[0], pids[1]]);
});

test('urgent jobs run before waiting ones', async () => {
  const pool = aPool();
  const order: unknown[] = [];
  const note = (value: unknown) => order.push(value);
  await Promise.all([
    pool.run(job('echo', 'first')).then(note),
    pool.run(job('echo', 'low')).then(note),
    pool.run(job('echo', 'high', { urgency: 5 })).then(note),
  ]);
  expect(order).toEqual(['first', 'high', 'low']);
});

test('an idle process ends and frees its memory', async () => {
  const pool = aPool({ idleMs: 1 });
  const pid = Number(await pool.run(job('pid')));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test("worker processes do not receive the server's secrets", async () => {
  process.env.LECTERN_AUTH_SECRET = 'do not tell';
  try {
    expect(await aPool().run(job('environment'))).not.toHaveProperty('LECTERN_AUTH_SECRET');
  } finally {
    delete process.env.LECTERN_AUTH_SECRET;
  }
});

test.runIf(process.platform === 'linux')(
  'background work continues on processors that are never idle',
  async () => {
    const others = Array.from({ length: 2 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', timeout: 60_000 }),
    );
    try {
      const pool = aPool({ priority: 'idle', starvationPeriodMs: 1_000 });
      const pid = await pool.run(job('pid', null, { timeoutMs: 50_000 }));
      expect(readPolicies(pid)).toEqual(new Set([normalPolicy]));
    } finally {
      for (const other of others) other.kill('SIGKILL');
    }
  },
  60_000,
);

test.runIf(process.platform === 'linux')(
  'background work runs while no other process needs the processor',
  async () => {
    const pool = aPool({ priority: 'idle', size: 2 });
    const pids = await Promise.all([pool.run(job('pid')), pool.run(job('pid'))]);
    expect(new Set(pids).size).toBe(2);
    for (const pid of pids) expect(readPolicies(pid)).toEqual(new Set([idlePolicy]));
  },
);

test('concurrent requests for the same work are merged', async () => {
  const flights = new SingleFlight();
  let count = 0;
  const work = async () => ++count;
  expect(await Promise.all([flights.do('a', work), flights.do('a', work), flights.do('b', work)])).toEqual([
    1, 1, 2,
  ]);
  expect(await flights.do('a', work)).toBe(3);
});

const normalPolicy = '0';
const idlePolicy = '5';

/** Scheduling policies of a process's threads: the 41st field of proc_pid_stat(5). */
function readPolicies(pid: unknown): Set<string | undefined> {
  const threads = readdirSync(`/proc/${String(pid)}/task`);
  expect(threads.length).toBeGreaterThan(1);
  const stats = threads.map((thread) => readFileSync(`/proc/${String(pid)}/task/${thread}/stat`, 'utf8'));
  return new Set(stats.map((stat) => stat.split(') ')[1]?.split(' ')[38]));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
