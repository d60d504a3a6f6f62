// Drives a server, kills it, and verifies the remaining state, in rounds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { createDice } from '../fuzz/dice.ts';
import {
  findLogged,
  findUnresumed,
  type LeftTask,
  letTimePass,
  listLeftTasks,
  openCopy,
  pause,
  type ServerLocation,
  scanToEnd,
  settle,
  signIn,
} from './aftermath.ts';
import { type Driving, drive, expectStatus } from './drivers.ts';
import { createLedger } from './ledger.ts';
import { findContradictions, findOrphans } from './proof.ts';
import { makeShelf } from './shelf.ts';

export interface KillOptions extends ServerLocation {
  rounds: number;
  seed: number;
  /** Receives a line for each round. */
  log?(line: string): void;
}

export interface KillFigures {
  kills: number;
  /** Kills during the start of the server, included in `kills`. */
  startKills: number;
  writes: number;
  facts: number;
  /** Tasks that were waiting or running when the server was killed, and ended after the restart. */
  resumedTasks: number;
  /** One message for each problem. */
  problems: string[];
}

const maxDriveMs = 2_500;

export async function runKills(options: KillOptions): Promise<KillFigures> {
  const { start, password, dataDir, postgres, rounds, seed, log = () => {} } = options;
  const dice = createDice(seed);
  const ledger = createLedger();
  const scratch = mkdtempSync(join(tmpdir(), 'lectern-kills-'));
  const copy = join(scratch, 'copy');
  const shelf = await makeShelf(join(scratch, 'shelf'), dice);
  const figures: KillFigures = {
    kills: 0,
    startKills: 0,
    writes: 0,
    facts: 0,
    resumedTasks: 0,
    problems: [],
  };
  let victim = start();
  let admin = await signIn(victim, password);
  const library = (
    await expectStatus(admin.post<Library>('/api/v1/libraries', { name: 'Shelf', path: shelf.folder }), 201)
  ).body;
  await scanToEnd(admin, library.id);
  const { data } = (await admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500')).body;
  const driving: Driving = {
    admin: () => admin,
    ledger,
    dice,
    shelf,
    libraryId: library.id,
    bookIds: data.map(({ id }) => id),
    seriesIds: [...new Set(data.map(({ seriesId }) => seriesId))],
    hasBackups: postgres === undefined,
  };

  /** Kills the server under load. */
  async function killOnce(): Promise<string[]> {
    let hasEnded = false;
    const driven = drive(driving, () => hasEnded);
    const before = ledger.writes;
    await pause(30 + dice.below(maxDriveMs));
    // On a busy machine, no write may have been acknowledged yet.
    for (let n = 0; n < 200 && ledger.writes < before + 5; n++) await pause(25);
    victim.signal('SIGKILL');
    await victim.ended;
    hasEnded = true;
    figures.kills++;
    return [...(await driven), ...findLogged(victim)];
  }

  /**
   * Restarts the server. Returns the number of kills during the start; each may have interrupted the remaining tasks
   * again.
   */
  async function startAgain(): Promise<number> {
    let kills = 0;
    if (dice.chance(0.15)) {
      const early = start();
      await Promise.race([pause(dice.below(1_500)), early.ended]);
      early.signal('SIGKILL');
      await early.ended;
      // Its unfinished work must also become due.
      await letTimePass(options);
      figures.kills++;
      figures.startKills++;
      kills++;
    }
    victim = start();
    admin = await signIn(victim, password);
    return kills;
  }

  async function proveRound(left: readonly LeftTask[], startKills: number): Promise<string[]> {
    const wrong = await ledger.verify();
    await settle(admin);
    await scanToEnd(admin, library.id);
    await settle(admin);
    if (postgres !== undefined) {
      await expectStatus(admin.post('/api/v1/admin/cleanup-orphans'), 202, 200);
      await settle(admin);
    }
    const database = await openCopy(options, copy, true);
    try {
      wrong.push(...(await findContradictions(database)), ...(await findOrphans(database, dataDir)));
      wrong.push(...(await findUnresumed(database, left, 1 + startKills)));
      figures.resumedTasks += left.length;
      const live = await database.db.selectFrom('book').select('id').where('deletedAt', 'is', null).execute();
      if (live.length !== shelf.count()) wrong.push(`${live.length} books for ${shelf.count()} files`);
    } finally {
      await database.close();
    }
    return [...wrong, ...findLogged(victim)];
  }

  try {
    for (let round = 1; round <= rounds; round++) {
      const startedMs = performance.now();
      const wrong = await killOnce();
      const database = await openCopy(options, copy, false);
      let left: LeftTask[];
      try {
        wrong.push(...(await findContradictions(database)).filter((line) => !line.startsWith('contents')));
        left = await listLeftTasks(database);
      } finally {
        await database.close();
      }
      await letTimePass(options);
      const startKills = await startAgain();
      wrong.push(...(await proveRound(left, startKills)));
      figures.problems.push(...wrong.map((line) => `round ${round}: ${line}`));
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      log(
        `round ${round}: ${ledger.writes} writes, ${left.length} tasks left, ${seconds} s${wrong.length > 0 ? `, FOUND ${wrong.join('; ')}` : ''}`,
      );
    }
  } finally {
    victim.signal('SIGTERM');
    await victim.ended;
    rmSync(scratch, { recursive: true, force: true });
  }
  return { ...figures, writes: ledger.writes, facts: ledger.facts };
}
