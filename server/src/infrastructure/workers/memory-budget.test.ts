// Several pools with one budget: real processes that hold memory until a file exists.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Confinement } from '#infrastructure/confinement/confinement.ts';
import { MemoryBudget } from './memory-budget.ts';
import { type PoolRequest, WorkerPool } from './pool.ts';
import { readProcessMemory, toDefaultBudgetMb } from './process-memory.ts';

const entry = new URL('../../../test/fixtures/worker.ts', import.meta.url);
const limits = { memoryLimitMb: 1_000, idleMs: 60_000, priority: 'low' as const, size: 4 };

function aPool(budget: MemoryBudget, isPreemptible = true) {
  const confinement = new Confinement('off');
  const pool = new WorkerPool({ entry, confinement, budget, isPreemptible, ...limits });
  onTestFinished(() => pool.close());
  return pool;
}

/** A file that does not exist until `open` is called. */
function aGate() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-budget-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'open');
  return { file, open: () => writeFileSync(file, '') };
}

/** A job that records the processes in which it started. */
function aHolder(mb: number, until?: string) {
  const pids: number[] = [];
  const request: PoolRequest = {
    name: 'hold',
    input: { mb, until },
    timeoutMs: 60_000,
    roots: [],
    onPartial: (pid) => void pids.push(pid as number),
    onRestart: vi.fn(),
  };
  return { request, pids };
}

const heldBy = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => sum + readProcessMemory(pid).privateMb, 0);
const wait = (isDone: () => boolean) => vi.waitUntil(isDone, { timeout: 30_000, interval: 20 });

test('the newest background job is preempted, restarts, and does not count as failed', async () => {
  const pool = aPool(new MemoryBudget(500));
  const gate = aGate();
  const first = aHolder(250, gate.file);
  const second = aHolder(250, gate.file);
  const firstDone = pool.run(first.request);
  await wait(() => first.pids.length === 1);
  const secondDone = pool.run(second.request);
  await wait(() => vi.mocked(second.request.onRestart)?.mock.calls.length === 1);
  await wait(() => heldBy([...first.pids, ...second.pids]) <= 500);
  expect(pool.waiting).toBe(1);
  gate.open();
  expect(await Promise.all([firstDone, secondDone])).toEqual([250, 250]);
  expect(first.request.onRestart).not.toHaveBeenCalled();
  expect(first.pids).toHaveLength(1);
});

test('a job that cannot restart is not preempted', async () => {
  const pool = aPool(new MemoryBudget(450));
  const gate = aGate();
  const first = aHolder(200, gate.file);
  const second = aHolder(200, gate.file);
  const { onRestart: _, ...stubborn } = second.request;
  const done = [pool.run(first.request)];
  await wait(() => first.pids.length === 1);
  done.push(pool.run(stubborn));
  await wait(() => second.pids.length === 1);
  await wait(() => vi.mocked(first.request.onRestart)?.mock.calls.length === 1);
  gate.open();
  expect(await Promise.all(done)).toEqual([200, 200]);
  expect(second.pids).toHaveLength(1);
});

test('idle processes end before working ones', async () => {
  const budget = new MemoryBudget(300);
  const interactive = aPool(budget, false);
  const background = aPool(budget);
  const gate = aGate();
  const idle = aHolder(10);
  await background.run(idle.request);
  const worker = aHolder(270, gate.file);
  const done = interactive.run(worker.request);
  await wait(() => worker.pids.length === 1 && heldBy(idle.pids) === 0);
  gate.open();
  expect(await done).toBe(270);
});

test('no process is started without free memory, except one for interactive work', async () => {
  const budget = new MemoryBudget(200);
  const interactive = aPool(budget, false);
  const background = aPool(budget);
  const gate = aGate();
  const holder = aHolder(160, gate.file);
  const { onRestart: _, ...stubborn } = holder.request;
  const done = background.run(stubborn);
  await wait(() => holder.pids.length === 1);
  const echo = (input: string) => ({ name: 'echo', input, timeoutMs: 60_000, roots: [] });
  const next = background.run(echo('next'));
  expect(background.waiting).toBe(1);
  expect(await interactive.run(echo('at once'))).toBe('at once');
  expect(background.waiting).toBe(1);
  gate.open();
  expect([await done, await next]).toEqual([160, 'next']);
});

test('a job that needs more than the budget runs alone', async () => {
  const pool = aPool(new MemoryBudget(150));
  expect(await pool.run(aHolder(250).request)).toBe(250);
});

test('the default is a quarter of the memory of the machine or container, at least 512 MiB', () => {
  const gib = 1024 ** 3;
  const of = (totalBytes: number, constrainedBytes = 0) =>
    toDefaultBudgetMb({ totalBytes, constrainedBytes });
  expect([of(16 * gib), of(gib), of(16 * gib, 4 * gib), of(16 * gib, 2 ** 63)]).toEqual([
    4096, 512, 1024, 4096,
  ]);
});
