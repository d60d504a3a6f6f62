// Matches of single series and books: search, preview, apply, refresh and undo.
import type {
  MatchCandidates,
  MatchCovers,
  MatchFailure,
  MatchPreview,
  MatchState,
} from '@lectern/contract/matching';
import type { Provided } from '#features/libraries/metadata-layers/index.ts';
import type { ProvidedMetadata } from '#features/libraries/provided-metadata/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, Problem, reason } from '#infrastructure/errors.ts';
import type { Described } from './asking.ts';
import { findChanges } from './changes.ts';
import type { Offer, ProvidedCovers } from './covers/index.ts';
import type { MatchNoun } from './nouns.ts';
import type { Providers } from './providers.ts';
import { findCandidates, toFailure } from './search/candidates.ts';
import * as store from './store.ts';
import { toProvided } from './values/index.ts';

interface MatchDependencies {
  database: Database;
  providers: Providers;
  provided: ProvidedMetadata;
  covers: ProvidedCovers;
  clock: Clock;
}

export interface CandidateSearch {
  query?: string | undefined;
  provider?: string | undefined;
}

export interface Choice {
  provider: string;
  externalId: string;
}

export interface MatchService {
  candidates(viewer: Viewer, id: string, asked: CandidateSearch): Promise<MatchCandidates>;
  state(viewer: Viewer, id: string): Promise<MatchState>;
  preview(viewer: Viewer, id: string, choice: Choice): Promise<MatchPreview>;
  accept(viewer: Viewer, id: string, choice: Choice & { fields?: string[] | undefined }): Promise<MatchState>;
  /** Applies a description that is already loaded. */
  take(viewer: Viewer, id: string, described: Described, fields: string[] | null): Promise<void>;
  refresh(viewer: Viewer, id: string): Promise<MatchState>;
  /** Fetches the covers of the matched providers for selection. */
  fetchCovers(viewer: Viewer, id: string): Promise<MatchCovers>;
  undo(viewer: Viewer, id: string): Promise<MatchState>;
  refuse(viewer: Viewer, id: string, isRefused: boolean): Promise<MatchState>;
  remove(viewer: Viewer, id: string, provider: string | undefined): Promise<MatchState>;
}

export function createMatchService(deps: MatchDependencies, noun: MatchNoun): MatchService {
  const { database, providers, provided, clock } = deps;
  const { db } = database;
  const of = (id: string) => ({ noun: noun.noun, id, nowMs: clock() });

  const state = (viewer: Viewer, id: string) => readState(deps, noun, { viewer, id });

  /** Stores the previous provider values for undo. */
  async function change(
    viewer: Viewer,
    id: string,
    toNext: (known: readonly Provided[]) => Provided[],
  ): Promise<void> {
    let before: readonly Provided[] = [];
    await noun.provide(viewer, [id], (known) => {
      before = known;
      return toNext(known);
    });
    await store.save(db, of(id), { before: JSON.stringify(before) });
    await provided.noteChanged(noun.noun, [id]);
  }

  const take: MatchService['take'] = (viewer, id, described, fields) =>
    change(viewer, id, (known) => {
      const before = known.find(({ provider }) => provider === described.provider);
      return withProvided(known, toProvided(before, { ...described, fields, nowMs: clock() }));
    });

  return {
    state,
    take,
    candidates: (viewer, id, asked) => findAll(deps, noun, { viewer, id, asked }),
    preview: (viewer, id, choice) => preview(deps, noun, { viewer, id, choice }),

    async accept(viewer, id, { provider, externalId, fields = null }) {
      // Throws not_found before any provider is queried.
      await noun.findLibraryId(viewer, id);
      await take(viewer, id, await providers.describe(noun, provider, externalId), fields);
      return state(viewer, id);
    },

    async refresh(viewer, id) {
      await refresh(deps, noun, { viewer, id });
      return state(viewer, id);
    },

    fetchCovers: (viewer, id) => fetchCovers(deps, noun, { viewer, id }),

    async undo(viewer, id) {
      await noun.findLibraryId(viewer, id);
      const before = (await store.find(db, noun.noun, id))?.before ?? null;
      if (before === null) throw conflict(reason('match_nothing_to_undo'));
      const previous: Provided[] = JSON.parse(before);
      await noun.provide(viewer, [id], () => previous);
      await store.save(db, of(id), { before: null });
      await provided.noteChanged(noun.noun, [id]);
      return state(viewer, id);
    },

    async refuse(viewer, id, isRefused) {
      await noun.findLibraryId(viewer, id);
      await store.save(db, of(id), { isRefused: isRefused ? 1 : 0, ...(isRefused && { state: null }) });
      return state(viewer, id);
    },

    async remove(viewer, id, provider) {
      const known = await noun.listProvided(viewer, id);
      const isGoing = (one: Provided) => provider === undefined || one.provider === provider;
      if (known.some(isGoing)) await change(viewer, id, (all) => all.filter((one) => !isGoing(one)));
      return state(viewer, id);
    },
  };
}

const withProvided = (known: readonly Provided[], next: Provided): Provided[] =>
  known.some(({ provider }) => provider === next.provider)
    ? known.map((one) => (one.provider === next.provider ? next : one))
    : [...known, next];

interface Asked {
  viewer: Viewer;
  id: string;
}

async function readState(
  { database: { db }, providers }: MatchDependencies,
  noun: MatchNoun,
  { viewer, id }: Asked,
): Promise<MatchState> {
  const provided = await noun.listProvided(viewer, id);
  const [row, here] = await Promise.all([store.find(db, noun.noun, id), providers.listPackages()]);
  return {
    matches: provided.map((one) => ({
      provider: one.provider,
      providerName: one.name,
      isHere: here.has(one.provider),
      externalId: one.externalId,
      externalUrl: one.externalUrl,
      fields: one.fields,
      dropped: one.dropped,
      takenAt: toTime(one.takenAt),
      refreshedAt: toTime(one.refreshedAt),
    })),
    isRefused: row?.isRefused === 1,
    canUndo: (row?.before ?? null) !== null,
  };
}

/** Searches every provider. Providers that fail are listed in `failures`. */
async function findAll(
  { providers }: MatchDependencies,
  noun: MatchNoun,
  { viewer, id, asked: { query, provider } }: Asked & { asked: CandidateSearch },
): Promise<MatchCandidates> {
  const wanted = await noun.readWanted(viewer, id);
  const asking = providers.asking(noun);
  const plugins = (await providers.list(noun.kind)).filter(
    (plugin) => provider === undefined || plugin.package === provider,
  );
  const found = await Promise.all(
    plugins.map((plugin) =>
      findCandidates(asking, plugin, { wanted, query }).then(
        (candidates) => ({ candidates, failures: [] }),
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          return { candidates: [], failures: [toFailure(plugin, error)] };
        },
      ),
    ),
  );
  return {
    candidates: found.flatMap(({ candidates }) => candidates).toSorted((a, b) => b.score - a.score),
    failures: found.flatMap(({ failures }) => failures),
  };
}

async function preview(
  deps: MatchDependencies,
  noun: MatchNoun,
  { viewer, id, choice }: Asked & { choice: Choice },
): Promise<MatchPreview> {
  const libraryId = await noun.findLibraryId(viewer, id);
  const described = await deps.providers.describe(noun, choice.provider, choice.externalId);
  const { provider, name, externalId, externalUrl, dropped } = described;
  return {
    provider,
    providerName: name,
    externalId,
    externalUrl,
    dropped,
    changes: await findChanges(deps, noun, { viewer, id, libraryId, described }),
  };
}

/** Refreshes the chosen ids and the accepted fields. Values of removed providers are kept. */
async function refresh(
  { providers, provided, clock }: MatchDependencies,
  noun: MatchNoun,
  { viewer, id }: Asked,
): Promise<void> {
  const installed = await providers.listPackages();
  for (const { provider, externalId, fields } of await noun.listProvided(viewer, id)) {
    if (!installed.has(provider)) continue;
    const described = await providers.describe(noun, provider, externalId);
    await noun.provide(viewer, [id], (known) => {
      // The match may have changed in the meantime.
      const before = known.find((one) => one.provider === provider && one.externalId === externalId);
      if (!before) return undefined;
      return withProvided(known, toProvided(before, { ...described, fields, nowMs: clock() }));
    });
  }
  await provided.noteChanged(noun.noun, [id]);
}

/** Fetches from the matched providers. Providers that fail are listed. */
async function fetchCovers(
  { providers, covers }: MatchDependencies,
  noun: MatchNoun,
  { viewer, id }: Asked,
): Promise<MatchCovers> {
  const known = await noun.listProvided(viewer, id);
  const installed = await providers.listPackages();
  const offers: Offer[] = [];
  const failures: MatchFailure[] = [];
  for (const { provider, name, externalId } of known.filter((one) => installed.has(one.provider)))
    try {
      const { covers: urls = [] } = await providers.describe(noun, provider, externalId);
      offers.push(...urls.map((url) => ({ provider, name, url })));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      failures.push({ provider, providerName: name, message: error.message, reason: error.reason ?? null });
    }
  const type = noun.noun === 'series' ? 'series' : 'book';
  const fetched = await covers.gather(type, viewer, { id, offers });
  return { covers: fetched.covers, failures: [...failures, ...fetched.failures] };
}
