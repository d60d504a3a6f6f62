// Imports from other servers: reads a copy of the source database, maps it to local folders, shows the plan, and writes
// through the services that the API uses. Can be repeated; existing data is kept.
import type { ImportStage } from '@lectern/contract/import/imports';
import { countSnapshot, mergeOutcomes } from '#features/import/snapshot/index.ts';
import { desktop, type Snapshot } from '#features/import/sources/index.ts';
import type { ScanningService } from '#features/ingest/scanning/index.ts';
import type { LibraryService } from '#features/libraries/libraries/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { ImportedItems } from '../mapping/imported-items.ts';
import { matchBooks } from '../plan/match-books.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import type { RootMap } from '../plan/roots.ts';
import { listBooks } from '../plan/store.ts';
import { importCovers } from './covers.ts';
import { type ImportServices, type LocalIds, type Outcome, toOutcome } from './dependencies.ts';
import { importCompletions, importSessions } from './history.ts';
import { importKeys } from './keys.ts';
import { importFormatDecisions } from './lectern/formats.ts';
import { importLecternData } from './lectern/index.ts';
import { countScanned, everything, type PreparedLibraries, prepareLibraries } from './libraries.ts';
import { importLists } from './lists.ts';
import { importAnnotations } from './marks.ts';
import {
  importBookDescriptions,
  importBookMetadata,
  importSeriesMetadata,
  importSharingTags,
} from './metadata.ts';
import { importPresets } from './presets.ts';
import { importProvidedBooks, importProvidedSeries } from './provided.ts';
import { importRatings, importWantToRead } from './ratings.ts';
import { importReadings } from './readings.ts';
import { findSame, importUsers } from './users.ts';

export type { Outcome, Plan, RootMap };

/** Result of the preparation. Plain data, which the task stores. */
export interface Prepared extends PreparedLibraries {
  /** Source user ids that had an account before the import. Accounts created by an interrupted attempt do not count. */
  knownUsers: readonly string[];
}

interface Dependencies extends ImportServices {
  libraries: LibraryService;
  scans: ScanningService;
  allowedRoots: readonly string[];
  clock: Clock;
}

/** Called with the stage, completed items and total. May throw to stop the import. */
type Watch = (stage: ImportStage, done: number, total: number) => void;

/** Iterates over the list and reports progress. */
function* each<T>(list: readonly T[], tell: (done: number, total: number) => void): Generator<T> {
  for (const [i, one] of list.entries()) {
    tell(i, list.length);
    yield one;
  }
}

/** Iterates over the book descriptions and reports progress. */
const eachDescribed = ({ described }: Snapshot, tell: (done: number) => void): Snapshot['described'] =>
  described &&
  async function* () {
    let done = 0;
    for await (const one of described()) {
      tell(done);
      yield one;
      done += one.bookIds.length;
    }
  };

export class SnapshotImport {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Does not throw for missing folders; the plan lists them. */
  async plan(snapshot: Snapshot, maps: readonly RootMap[]): Promise<Plan> {
    return makePlan(snapshot, {
      maps,
      allowedRoots: this.#deps.allowedRoots,
      libraries: await this.#listLibraries(),
    });
  }

  /** Returns the source ids of users that have an account on this server. */
  async listKnownUsers({ users, source }: Pick<Snapshot, 'users' | 'source'>): Promise<Set<string>> {
    const items = await this.#itemsOf(source).load('user');
    const known = new Set<string>();
    for (const user of users) if (await findSame(this.#deps, user, items.find(user.id))) known.add(user.id);
    return known;
  }

  /** Whether this server has any account. */
  hasAccounts(): Promise<boolean> {
    return this.#deps.accounts.hasAny();
  }

  /** Creates missing libraries and starts scans of all of them. Can be repeated. */
  async prepare({ libraries, snapshot }: Plan): Promise<Prepared> {
    return {
      knownUsers: [...(await this.listKnownUsers(snapshot))],
      ...(await prepareLibraries(this.#deps, libraries)),
    };
  }

  /** Number of scans that have ended. */
  countScanned(prepared: Pick<Prepared, 'scans'>): Promise<number> {
    return countScanned(this.#deps, prepared);
  }

  /** Runs after the scans. Returns the outcome per kind. Errors thrown by `watch` stop the import between two items. */
  apply(plan: Plan, prepared: Prepared, watch: Watch): Promise<Outcome[]> {
    return this.#apply(plan, { prepared, watch });
  }

  #itemsOf(source: string): ImportedItems {
    return new ImportedItems(this.#deps.database.db, source);
  }

  async #listLibraries() {
    return (await this.#deps.libraries.list(system, everything)).libraries;
  }

  async #apply(
    { snapshot, placed }: Plan,
    { prepared, watch }: { prepared: Prepared; watch: Watch },
  ): Promise<Outcome[]> {
    const { outcome: ofLibraries } = prepared;
    const ids = new Map(prepared.libraries);
    const items = this.#itemsOf(snapshot.source);
    const match = () => matchBooks(placed, listBooks(this.#deps.database.db, [...new Set(ids.values())]));
    // Only Lectern exports store which files are formats of one book.
    if (snapshot.own && snapshot.own.formats.length > 0)
      await importFormatDecisions(this.#deps, snapshot.own, await match());
    const matches = await match();
    const idsOf = (which: 'id' | 'entryId') =>
      new Map([...matches.books].map(([theirs, ours]) => [theirs, ours[which]]));
    const { byId: seriesIds, described: describedSeries, homes } = matches.series;
    const books: Outcome = { ...toOutcome('books'), known: matches.books.size };
    books.missing = matches.missing.map(({ book }) => book);
    const of = <T>(stage: ImportStage, list: readonly T[]) =>
      each(list, (done, total) => watch(stage, done, total));
    watch('metadata', 0, 0);
    const tags = await importSharingTags(this.#deps, snapshot, { homes });
    const ofSeries = await importSeriesMetadata(this.#deps, of('metadata', snapshot.series), matches.series);
    const ofBooks = await importBookMetadata(this.#deps, of('metadata', snapshot.books), matches.books);
    const described = eachDescribed(snapshot, (done) => watch('metadata', done, snapshot.books.length));
    await importBookDescriptions(
      this.#deps,
      { described, books: snapshot.books, outcome: ofBooks },
      matches.books,
    );
    const source = { program: snapshot.program, nowMs: this.#deps.clock() };
    const provided = [
      await importProvidedSeries(
        this.#deps,
        { series: of('metadata', snapshot.series), ours: describedSeries },
        source,
      ),
      await importProvidedBooks(
        this.#deps,
        { books: of('metadata', snapshot.books), ours: idsOf('id') },
        source,
      ),
    ];
    // Users are created after the libraries and tags that their restrictions refer to.
    const users = await importUsers(this.#deps, of('users', snapshot.users), {
      libraries: ids,
      tags: tags.ids,
      items,
    });
    const made = new Map([...users.ids].filter(([theirs]) => !prepared.knownUsers.includes(theirs)));
    const owner = await this.#deps.accounts.findFirstAdministrator();
    const known: LocalIds = {
      users: owner ? new Map([...users.ids, [desktop, owner.id]]) : users.ids,
      libraries: ids,
      series: seriesIds,
      books: matches.books,
      program: snapshot.program,
      source: snapshot.source,
    };
    const ofLectern = await importLecternData(this.#deps, snapshot.own, { ...known, made });
    const covers = [
      await importCovers(this.#deps, 'series', {
        theirs: of('covers', snapshot.series),
        ours: describedSeries,
        items,
      }),
      await importCovers(this.#deps, 'book', {
        theirs: of('covers', snapshot.books),
        ours: idsOf('id'),
        items,
      }),
    ];
    watch('lists', 0, 0);
    const { collections, readLists } = this.#deps.lists;
    const named = { libraryId: ids, seriesId: seriesIds, collectionId: new Map(), readListId: new Map() };
    const lists = [
      ...(await importLists(collections, this.#deps.lists.covers.collection, {
        what: 'collections',
        target: 'series',
        ids: named,
        items,
        lists: snapshot.collections,
        members: seriesIds,
      })),
      ...(await importLists(readLists, this.#deps.lists.covers.readList, {
        what: 'read lists',
        target: 'books',
        ids: named,
        items,
        lists: snapshot.readLists,
        members: idsOf('entryId'),
      })),
    ];
    const finished = await importCompletions(this.#deps, of('places', snapshot.finished), known);
    const readings = await importReadings(this.#deps, of('places', snapshot.readings), known);
    watch('others', 0, 0);
    const { wanted, wantedBooks, marks, sessions, presets } = snapshot;
    const own = [
      await importRatings(this.#deps, snapshot.ratings, { ...known, items }),
      await importWantToRead(
        this.#deps,
        { series: wanted, books: wantedBooks },
        { ...known, ...source, items },
      ),
      await importAnnotations(this.#deps, of('others', marks), known),
      await importSessions(this.#deps, sessions, known),
      await importPresets(this.#deps, presets, { ...known, items }, named),
      await importKeys(this.#deps, snapshot.keys, made),
    ];
    const outcomes = [
      ...[ofLibraries, books, users.outcome, tags.outcome, ofSeries, ofBooks, ...provided],
      ...[...covers, ...lists, finished, readings, ...own, ...ofLectern],
    ];
    return mergeOutcomes(outcomes, countSnapshot(snapshot));
  }
}
