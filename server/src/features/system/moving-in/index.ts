// Moving in from another server: what it holds is read from a copy of its database, laid over the folders here, shown, and
// taken over through the services that the API writes through. Everything can be run again: what is here stays.
import { setTimeout as wait } from 'node:timers/promises';
import type { Library } from '@lectern/contract/libraries';
import { findGlobFault } from '#features/ingest/discovery/index.ts';
import type { ScanningService } from '#features/ingest/scanning/index.ts';
import type { LibraryService } from '#features/libraries/libraries/index.ts';
import { desktop, type Snapshot } from '#features/system/peer-databases/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { matchBooks } from './matching.ts';
import { makePlan, type Plan, type PlannedLibrary } from './plan.ts';
import type { RootMap } from './roots.ts';
import { listBooks } from './store.ts';
import { takeCovers } from './take-over/covers.ts';
import { type Known, type Outcome, type TakeOver, toOutcome } from './take-over/dependencies.ts';
import { takeFinished, takeSessions } from './take-over/history.ts';
import { takeKeys } from './take-over/keys.ts';
import { takeLists } from './take-over/lists.ts';
import { takeMarks } from './take-over/marks.ts';
import { takeBookMetadata, takeSeriesMetadata, takeSharingTags } from './take-over/metadata.ts';
import { takeRatings, takeWishes } from './take-over/opinions.ts';
import { takePresets } from './take-over/presets.ts';
import { takeReadings } from './take-over/readings.ts';
import { findSame, takeUsers } from './take-over/users.ts';

export type { Outcome, Plan, RootMap };

interface Dependencies extends TakeOver {
  libraries: LibraryService;
  scans: ScanningService;
  allowedRoots: readonly string[];
}

export interface MovingIn {
  /** Throws nothing for folders that are not found: they are part of the plan. */
  plan(snapshot: Snapshot, maps: readonly RootMap[]): Promise<Plan>;
  /** How many of their users have an account here. */
  countKnownUsers(snapshot: Snapshot): Promise<number>;
  /** Whether there is any account here. */
  hasAccounts(): Promise<boolean>;
  /** Told in sentences what is being done. Returns what became of each kind of things. */
  carryOut(plan: Plan, say: (sentence: string) => void): Promise<Outcome[]>;
}

const everything = { page: 1, pageSize: 10_000 };

export function createMovingIn(deps: Dependencies): MovingIn {
  const { libraries, allowedRoots, accounts } = deps;
  const listLibraries = async () => (await libraries.list(system, everything)).libraries;
  return {
    async plan(snapshot, maps) {
      return makePlan(snapshot, { maps, allowedRoots, libraries: await listLibraries() });
    },
    async countKnownUsers({ users }) {
      const found = await Promise.all(users.map((user) => findSame({ accounts }, user)));
      return found.filter((one) => one !== undefined).length;
    },
    hasAccounts: () => accounts.hasAny(),
    carryOut: (plan, say) => carryOut(deps, plan, say),
  };
}

async function carryOut(deps: Dependencies, plan: Plan, say: (sentence: string) => void): Promise<Outcome[]> {
  const { snapshot, placed } = plan;
  const { libraries, outcome: ofLibraries } = await takeLibraries(deps, plan.libraries);
  for (const library of libraries.values()) await scan(deps, library, say);
  const ids = new Map([...libraries].map(([theirs, { id }]) => [theirs, id]));
  const ours = await listBooks(deps.database.db, [...new Set(ids.values())]);
  const matches = matchBooks(placed, ours);
  const bookIds = new Map([...matches.books].map(([theirs, { id }]) => [theirs, id]));
  const { series: seriesIds } = matches;
  const books = { ...toOutcome('books'), known: matches.books.size };
  books.notes = matches.missing.map(({ book }) => `Not found: ${book.path}`);
  say('Taking over what people set');
  const alsoNamed = snapshot.users.flatMap(({ allowTags, denyTags }) => [...allowTags, ...denyTags]);
  const tags = await takeSharingTags(deps, snapshot.series, { ours: seriesIds, alsoNamed });
  const ofSeries = await takeSeriesMetadata(deps, snapshot.series, seriesIds);
  const ofBooks = await takeBookMetadata(deps, snapshot.books, matches.books);
  // Accounts come after what their limits go by.
  const users = await takeUsers(deps, snapshot.users, { libraries: ids, tags: tags.ids });
  const owner = await deps.accounts.findFirstAdministrator();
  const known: Known = {
    users: owner ? new Map([...users.ids, [desktop, owner.id]]) : users.ids,
    libraries: ids,
    series: seriesIds,
    books: matches.books,
    program: snapshot.program,
  };
  const covers = [
    await takeCovers(deps, 'series', { theirs: snapshot.series, ours: seriesIds }),
    await takeCovers(deps, 'book', { theirs: snapshot.books, ours: bookIds }),
  ];
  const { collections, readLists } = deps.lists;
  const lists = [
    await takeLists(collections, deps.lists.covers.collection, {
      ...{ what: 'collections', target: 'series', libraries: ids },
      lists: snapshot.collections,
      members: seriesIds,
    }),
    await takeLists(readLists, deps.lists.covers.readList, {
      ...{ what: 'read lists', target: 'books', libraries: ids },
      lists: snapshot.readLists,
      members: bookIds,
    }),
  ];
  say('Taking over places in books');
  const finished = await takeFinished(deps, snapshot.finished, known);
  const readings = await takeReadings(deps, snapshot.readings, known);
  const { wanted, wantedBooks, marks, sessions, presets } = snapshot;
  const own = [
    await takeRatings(deps, snapshot.ratings, known),
    await takeWishes(deps, { series: wanted, books: wantedBooks }, known),
    await takeMarks(deps, marks, known),
    await takeSessions(deps, sessions, known),
    await takePresets(deps, presets, known),
    await takeKeys(deps, snapshot.keys, users),
  ];
  return [
    ...[ofLibraries, books, users.outcome, tags.outcome, ofSeries, ofBooks],
    ...[...covers, ...lists, finished, readings, ...own],
  ];
}

/** Ours by the ids of theirs. One whose folders were not found is left out. */
async function takeLibraries(
  { libraries }: Dependencies,
  planned: readonly PlannedLibrary[],
): Promise<{ libraries: Map<string, Library>; outcome: Outcome }> {
  const ours = new Map<string, Library>();
  const outcome = toOutcome('libraries');
  const taken = new Set(
    (await libraries.list(system, everything)).libraries.map(({ name }) => name.toLowerCase()),
  );
  for (const { theirs, roots, existing } of planned) {
    const paths = [...new Set(roots.flatMap(({ to }) => to ?? []))];
    for (const { from, to } of roots)
      if (to === undefined)
        outcome.notes.push(`${theirs.name}: nothing was found that holds what was in ${from}`);
    if (existing) {
      ours.set(theirs.id, existing);
      outcome.known++;
    } else if (paths.length > 0) {
      const wanted = theirs.name.trim().slice(0, 190) || 'Library';
      let name = wanted;
      for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted} (${n})`;
      taken.add(name.toLowerCase());
      const { cronSchedule, excludedPatterns, ...settings } = theirs.settings;
      const isValid = (pattern: string) => findGlobFault(pattern) === undefined;
      outcome.notes.push(
        ...excludedPatterns
          .filter((pattern) => !isValid(pattern))
          .map((pattern) => `${theirs.name}: the pattern ${pattern} is not valid here`),
      );
      const fitting = {
        name,
        paths,
        excludedPatterns: excludedPatterns.filter(isValid),
        scanImmediately: false,
      };
      const { seriesStrategy } = settings;
      const made = await libraries
        .create(system, { ...fitting, ...settings, scanning: { cronSchedule } })
        .catch((error: unknown) => {
          if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error;
          outcome.notes.push(
            `${theirs.name}: its settings are not valid here, and are those of a new library`,
          );
          const isPlain = seriesStrategy !== 'custom';
          return libraries.create(system, isPlain ? { ...fitting, seriesStrategy } : fitting);
        });
      ours.set(theirs.id, made);
      outcome.taken++;
    }
  }
  return { libraries: ours, outcome };
}

const pollMs = 200;

/** To the end, whatever the end is: what was found is taken. */
async function scan(
  { scans }: Dependencies,
  { id, name }: Library,
  say: (sentence: string) => void,
): Promise<void> {
  say(`Scanning ${name}`);
  const { task } = await scans.requestScan(id);
  for (;;) {
    const status = await scans.findStatus(system, id);
    if (status?.taskId === task.id && status.completedAt !== null) return;
    await wait(pollMs);
  }
}
