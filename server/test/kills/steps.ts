// Kills a server once at every step of a scan and verifies the remaining state: nothing is duplicated or lost, and the
// interrupted scan completes by itself. The steps are recorded during a first scan.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { createDice } from '../fuzz/dice.ts';
import type { Client } from '../harness/client.ts';
import {
  findUnresumed,
  letTimePass,
  listLeftTasks,
  openCopy,
  pause,
  type ServerLocation,
  scanToEnd,
  settle,
  signIn,
  type Victim,
} from './aftermath.ts';
import { expectStatus } from './drivers.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { findContradictions, findOrphans } from './proof.ts';
import { makeShelf, type Shelf } from './shelf.ts';

/** Preload this into the servers and set `TEST_FAULT_POINTS` to the path of `orders`. */
export const faultPoints = new URL('./fault-points.ts', import.meta.url).href;

export interface StepOptions extends Omit<ServerLocation, 'start'> {
  /** Starts a server that preloads `faultPoints` and reads its orders from this file. */
  start(orders: string): Victim;
  /** Selects the steps at which to kill. Default: all recorded steps. */
  choose?(steps: readonly string[]): readonly string[];
  /** Receives a line for each kill. */
  log?(line: string): void;
}

export interface StepFigures {
  /** Steps in the order of the first scan. */
  seen: string[];
  /** Steps at which a server was killed. */
  killed: string[];
  /** Steps that a later scan did not reach. */
  passed: string[];
  /** One message for each problem. */
  problems: string[];
}

interface Running {
  victim: Victim;
  admin: Client;
}

export async function runSteps(options: StepOptions): Promise<StepFigures> {
  const scratch = mkdtempSync(join(tmpdir(), 'lectern-steps-'));
  const orders = join(scratch, 'orders');
  const place: ServerLocation = { ...options, start: () => options.start(orders) };
  const shelf = await makeShelf(join(scratch, 'shelf'), createDice(1));
  // Ensures that every change has a file to delete.
  await shelf.changeAll();
  const ledger = createLedger();
  const figures: StepFigures = { seen: [], killed: [], passed: [], problems: [] };
  let running = await begin(place);
  const { id: libraryId } = (
    await expectStatus(
      running.admin.post<Library>('/api/v1/libraries', { name: 'Shelf', path: shelf.folder }),
      201,
    )
  ).body;
  await scanToEnd(running.admin, libraryId);
  await settle(running.admin);
  const books = (await running.admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500')).body.data;
  const stable = books.filter(({ path }) => path.includes('Stable'));

  async function order(...words: string[]): Promise<void> {
    const obeyed = `${orders}.obeyed`;
    rmSync(obeyed, { force: true });
    writeFileSync(orders, words.join('\n'));
    running.victim.signal('SIGUSR2');
    while (!existsSync(obeyed)) await pause(5);
  }

  /** Scans until the server is gone or the scan completes. Returns whether the server is gone. */
  async function scanUntilKilled(): Promise<boolean> {
    let hasEnded = false;
    const ended = running.victim.ended.then(() => {
      hasEnded = true;
    });
    const scanned = scanToEnd(running.admin, libraryId).then(() => settle(running.admin));
    // A broken connection is expected; any other error is a failure.
    const done = scanned.catch(async (error: unknown) => {
      await Promise.race([ended, pause(5_000)]);
      if (!hasEnded) throw error;
    });
    await Promise.race([ended, done]);
    if (hasEnded) await done;
    return hasEnded;
  }

  async function killAt(step: string): Promise<string[]> {
    await shelf.changeAll();
    await read(ledger, () => running.admin, stable);
    await order('kill', step);
    if (!(await scanUntilKilled())) {
      figures.passed.push(step);
      return [];
    }
    figures.killed.push(step);
    const wrong: string[] = [];
    const cold = await openCopy(place, join(scratch, 'copy'), false);
    const left = await listLeftTasks(cold);
    // A renamed file counts twice until the scan has visited both paths.
    wrong.push(...(await findContradictions(cold)).filter((line) => !line.startsWith('contents')));
    await cold.close();
    await letTimePass(place);
    running = await begin(place);
    wrong.push(...(await ledger.verify()));
    await settle(running.admin);
    if (!left.some(({ type }) => type === 'scanning.scan')) {
      await scanToEnd(running.admin, libraryId);
      await settle(running.admin);
    }
    if (place.postgres !== undefined) {
      await expectStatus(running.admin.post('/api/v1/admin/cleanup-orphans'), 202, 200);
      await settle(running.admin);
    }
    const database = await openCopy(place, join(scratch, 'copy'), true);
    try {
      wrong.push(...(await findContradictions(database)), ...(await findOrphans(database, place.dataDir)));
      wrong.push(...(await findUnresumed(database, left, 1)));
    } finally {
      await database.close();
    }
    wrong.push(...(await findMisplaced(running.admin, shelf)));
    return [...wrong, ...findLogged(running.victim)];
  }

  try {
    await shelf.changeAll();
    await order('note');
    await scanToEnd(running.admin, libraryId);
    await settle(running.admin);
    figures.seen = readFileSync(`${orders}.noted`, 'utf8').split('\n').filter(Boolean);
    const chosen = options.choose?.(figures.seen) ?? figures.seen;
    options.log?.(`${chosen.length} of ${figures.seen.length} steps`);
    for (const step of chosen) {
      const startedMs = performance.now();
      const wrong = await killAt(step);
      figures.problems.push(...wrong.map((line) => `${step}: ${line}`));
      options.log?.(`${step}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s ${wrong.join('; ')}`);
    }
  } finally {
    running.victim.signal('SIGTERM');
    await running.victim.ended;
    rmSync(scratch, { recursive: true, force: true });
  }
  return figures;
}

export async function begin(place: ServerLocation): Promise<Running> {
  const victim = place.start();
  return { victim, admin: await signIn(victim, place.password) };
}

let turns = 0;

/** Writes reading progress for some of the permanent books. */
async function read(ledger: Ledger, admin: () => Client, books: readonly BookDto[]): Promise<void> {
  for (let n = 0; n < 3; n++) {
    const path = `/api/v1/books/${books[turns++ % books.length]?.id}/progress`;
    const currentPage = 1 + (turns % 8);
    await ledger.write({
      name: path,
      value: currentPage,
      read: async () => (await admin().get<{ currentPage: number } | undefined>(path)).body?.currentPage,
      send: () => expectStatus(admin().put(path, { currentPage }), 200),
    });
  }
}

/** Verifies that every folder is one series, every file one of its books, and nothing else exists. */
async function findMisplaced(admin: Client, shelf: Shelf): Promise<string[]> {
  const { body } = await expectStatus(
    admin.get<{ data: { title: string; bookCount: number }[] }>('/api/v1/series?pageSize=500'),
    200,
  );
  const found = body.data.map(({ title, bookCount }) => `${title}: ${bookCount}`).toSorted();
  const wanted = shelf
    .listSeries()
    .map(({ name, books }) => `${name}: ${books}`)
    .toSorted();
  return found.join() === wanted.join() ? [] : [`series are ${found.join()}, expected ${wanted.join()}`];
}

const findLogged = (victim: Victim): string[] =>
  victim
    .err()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line))
    .map((line) => `log entry: ${line.slice(0, 400)}`);
