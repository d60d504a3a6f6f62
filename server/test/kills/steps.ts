// Ends a server at every step of a scan, each once, and proves what is left: nothing twice, nothing lost, and the scan
// that was cut off comes to its end by itself. The steps are those that a first scan was seen to take.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/books';
import type { Library } from '@lectern/contract/libraries';
import { createDice } from '../fuzz/dice.ts';
import type { Client } from '../harness/client.ts';
import {
  findUnresumed,
  letTimePass,
  listLeftTasks,
  openCopy,
  type Place,
  pause,
  scanToEnd,
  settle,
  signIn,
  type Victim,
} from './aftermath.ts';
import { expectStatus } from './drivers.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { findContradictions, findOrphans } from './proof.ts';
import { makeShelf, type Shelf } from './shelf.ts';

/** To be preloaded into the servers, with `TEST_FAULT_POINTS` as their environment's word for `orders`. */
export const faultPoints = new URL('./fault-points.ts', import.meta.url).href;

export interface StepOptions extends Omit<Place, 'start'> {
  /** Starts a server that has `faultPoints` preloaded and reads its orders in this file. */
  start(orders: string): Victim;
  /** Of the steps that were seen, those at which to kill; all when left out. */
  choose?(steps: readonly string[]): readonly string[];
  /** Told of each kill. */
  log?(line: string): void;
}

export interface StepFigures {
  /** In the order in which the first scan came to them. */
  seen: string[];
  /** Those at which a server was killed. */
  killed: string[];
  /** Those that a later scan did not come to. */
  passed: string[];
  /** What was wrong, as sentences. */
  problems: string[];
}

interface Running {
  victim: Victim;
  admin: Client;
}

export async function runSteps(options: StepOptions): Promise<StepFigures> {
  const scratch = mkdtempSync(join(tmpdir(), 'lectern-steps-'));
  const orders = join(scratch, 'orders');
  const place: Place = { ...options, start: () => options.start(orders) };
  const shelf = await makeShelf(join(scratch, 'shelf'), createDice(1));
  // From now on every change has something to take away.
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

  /** Scans until the server is gone, or everything is done. Tells whether it is gone. */
  async function scanUntilKilled(): Promise<boolean> {
    let hasEnded = false;
    const ended = running.victim.ended.then(() => {
      hasEnded = true;
    });
    const scanned = scanToEnd(running.admin, libraryId).then(() => settle(running.admin));
    // A connection that breaks is what is waited for; anything else is a find.
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
    // A file that was renamed is two until the scan has come to both places.
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

export async function begin(place: Place): Promise<Running> {
  const victim = place.start();
  return { victim, admin: await signIn(victim, place.password) };
}

let turns = 0;

/** Somebody reads on in some of the books that stay. */
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

/** Every folder is one series, every file one book of it, and there is nothing else. */
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
  return found.join() === wanted.join() ? [] : [`the series are ${found.join()}, not ${wanted.join()}`];
}

const findLogged = (victim: Victim): string[] =>
  victim
    .err()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line))
    .map((line) => `the log says ${line.slice(0, 400)}`);
