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
import { findChanges } from './changes.ts';
import type { Offer, ProvidedCovers } from './covers/index.ts';
import type { MatchNoun } from './nouns.ts';
import type { Described } from './provider-requests.ts';
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

export class MatchService {
  readonly #deps: MatchDependencies;
  readonly #noun: MatchNoun;

  constructor(deps: MatchDependencies, noun: MatchNoun) {
    this.#deps = deps;
    this.#noun = noun;
  }

  /** Searches every provider. Providers that fail are listed in `failures`. */
  async candidates(
    viewer: Viewer,
    id: string,
    { query, provider }: CandidateSearch,
  ): Promise<MatchCandidates> {
    const wanted = await this.#noun.readWanted(viewer, id);
    const asking = this.#deps.providers.asking(this.#noun);
    const plugins = (await this.#deps.providers.list(this.#noun.kind)).filter(
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
      providers: plugins.map((plugin) => ({ provider: plugin.package, name: plugin.displayName })),
      failures: found.flatMap(({ failures }) => failures),
    };
  }

  async state(viewer: Viewer, id: string): Promise<MatchState> {
    const provided = await this.#noun.listProvided(viewer, id);
    const [row, here] = await Promise.all([
      store.find(this.#deps.database.db, this.#noun.noun, id),
      this.#deps.providers.listPackages(),
    ]);
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

  async preview(viewer: Viewer, id: string, choice: Choice): Promise<MatchPreview> {
    const libraryId = await this.#noun.findLibraryId(viewer, id);
    const described = await this.#deps.providers.describe(this.#noun, choice.provider, choice.externalId);
    const { provider, name, externalId, externalUrl, dropped } = described;
    return {
      provider,
      providerName: name,
      externalId,
      externalUrl,
      dropped,
      changes: await findChanges(this.#deps, this.#noun, { viewer, id, libraryId, described }),
    };
  }

  async accept(
    viewer: Viewer,
    id: string,
    { provider, externalId, fields }: Choice & { fields?: string[] | undefined },
  ): Promise<MatchState> {
    // Throws not_found before any provider is queried.
    await this.#noun.findLibraryId(viewer, id);
    await this.take(
      viewer,
      id,
      await this.#deps.providers.describe(this.#noun, provider, externalId),
      fields ?? null,
    );
    return this.state(viewer, id);
  }

  /** Applies a description that is already loaded. */
  take(viewer: Viewer, id: string, described: Described, fields: string[] | null): Promise<void> {
    return this.#change(viewer, id, (known) => {
      const before = known.find(({ provider }) => provider === described.provider);
      return withProvided(known, toProvided(before, { ...described, fields, nowMs: this.#deps.clock() }));
    });
  }

  /** Refreshes the chosen ids and the accepted fields. Values of removed providers are kept. */
  async refresh(viewer: Viewer, id: string): Promise<MatchState> {
    const installed = await this.#deps.providers.listPackages();
    for (const { provider, externalId, fields } of await this.#noun.listProvided(viewer, id)) {
      if (!installed.has(provider)) continue;
      const described = await this.#deps.providers.describe(this.#noun, provider, externalId);
      await this.#noun.provide(viewer, [id], (known) => {
        // The match may have changed in the meantime.
        const before = known.find((one) => one.provider === provider && one.externalId === externalId);
        if (!before) return undefined;
        return withProvided(known, toProvided(before, { ...described, fields, nowMs: this.#deps.clock() }));
      });
    }
    await this.#deps.provided.noteChanged(this.#noun.noun, [id]);
    return this.state(viewer, id);
  }

  /** Fetches the covers of the matched providers for selection. Providers that fail are listed. */
  async fetchCovers(viewer: Viewer, id: string): Promise<MatchCovers> {
    const known = await this.#noun.listProvided(viewer, id);
    const installed = await this.#deps.providers.listPackages();
    const offers: Offer[] = [];
    const failures: MatchFailure[] = [];
    for (const { provider, name, externalId } of known.filter((one) => installed.has(one.provider)))
      try {
        const { covers: urls = [] } = await this.#deps.providers.describe(this.#noun, provider, externalId);
        offers.push(...urls.map((url) => ({ provider, name, url })));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        failures.push({ provider, providerName: name, message: error.message, reason: error.reason ?? null });
      }
    const type = this.#noun.noun === 'series' ? 'series' : 'book';
    const fetched = await this.#deps.covers.gather(type, viewer, { id, offers });
    return { covers: fetched.covers, failures: [...failures, ...fetched.failures] };
  }

  async undo(viewer: Viewer, id: string): Promise<MatchState> {
    await this.#noun.findLibraryId(viewer, id);
    const before = (await store.find(this.#deps.database.db, this.#noun.noun, id))?.before ?? null;
    if (before === null) throw conflict(reason('match_nothing_to_undo'));
    const previous: Provided[] = JSON.parse(before);
    await this.#noun.provide(viewer, [id], () => previous);
    await store.save(this.#deps.database.db, this.#of(id), { before: null });
    await this.#deps.provided.noteChanged(this.#noun.noun, [id]);
    return this.state(viewer, id);
  }

  async refuse(viewer: Viewer, id: string, isRefused: boolean): Promise<MatchState> {
    await this.#noun.findLibraryId(viewer, id);
    await store.save(this.#deps.database.db, this.#of(id), {
      isRefused: isRefused ? 1 : 0,
      ...(isRefused && { state: null }),
    });
    return this.state(viewer, id);
  }

  async remove(viewer: Viewer, id: string, provider: string | undefined): Promise<MatchState> {
    const known = await this.#noun.listProvided(viewer, id);
    const isGoing = (one: Provided) => provider === undefined || one.provider === provider;
    if (known.some(isGoing)) await this.#change(viewer, id, (all) => all.filter((one) => !isGoing(one)));
    return this.state(viewer, id);
  }

  #of(id: string) {
    return { noun: this.#noun.noun, id, nowMs: this.#deps.clock() };
  }

  /** Stores the previous provider values for undo. */
  async #change(
    viewer: Viewer,
    id: string,
    toNext: (known: readonly Provided[]) => Provided[],
  ): Promise<void> {
    let before: readonly Provided[] = [];
    await this.#noun.provide(viewer, [id], (known) => {
      before = known;
      return toNext(known);
    });
    await store.save(this.#deps.database.db, this.#of(id), { before: JSON.stringify(before) });
    await this.#deps.provided.noteChanged(this.#noun.noun, [id]);
  }
}

const withProvided = (known: readonly Provided[], next: Provided): Provided[] =>
  known.some(({ provider }) => provider === next.provider)
    ? known.map((one) => (one.provider === next.provider ? next : one))
    : [...known, next];
