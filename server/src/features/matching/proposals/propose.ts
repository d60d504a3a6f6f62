// Proposes a match for one series or book. Queries the providers in the library's order until a result is certain.
import type { MatchCandidate, MatchFailure } from '@lectern/contract/matching';
import type { ProviderOrder } from '#features/libraries/metadata-layers/index.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { Asking, Described, MetadataPlugin } from '../provider-requests.ts';
import { defaultThreshold, type LocalWork, rankCandidates } from '../scoring/index.ts';
import { findCandidates, toCandidate, toFailure } from '../search/candidates.ts';

/** Stored form of a proposal. */
export interface Proposal {
  candidate: MatchCandidate;
  alternatives: MatchCandidate[];
  described: Described;
}

/** Minimum score of a proposal. */
const leastScore = 0.5;
const maxAlternatives = 5;

export function sortProviders<T extends MetadataPlugin>(
  providers: readonly T[],
  { order }: ProviderOrder,
): T[] {
  const rank = (plugin: T) => {
    const at = order.indexOf(plugin.package);
    return at < 0 ? order.length : at;
  };
  return providers.toSorted((one, other) => rank(one) - rank(other));
}

/** Whether the provider is rate limited or paused, so that the whole task has to wait. */
export const isWaiting = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'unavailable';

/** Returns no proposal if no provider has a result above the minimum score. Throws if a provider is rate limited. */
export async function propose(
  asking: Asking,
  providers: readonly MetadataPlugin[],
  wanted: LocalWork,
): Promise<{ proposal: Proposal | undefined; failures: MatchFailure[] }> {
  let best: Proposal | undefined;
  const failures: MatchFailure[] = [];
  for (const plugin of providers) {
    try {
      const found = await proposeBy(asking, plugin, wanted);
      if (found && found.candidate.score > (best?.candidate.score ?? 0)) best = found;
    } catch (error) {
      if (isWaiting(error) || !(error instanceof Problem)) throw error;
      failures.push(toFailure(plugin, error));
    }
    if (best && best.candidate.score >= defaultThreshold) break;
  }
  return { proposal: best, failures };
}

/** Minimum score of the candidates that are described, because search results lack people, publishers and volumes. */
const leastToDescribe = 0.15;
const maxDescribed = 4;

async function proposeBy(
  asking: Asking,
  plugin: MetadataPlugin,
  wanted: LocalWork,
): Promise<Proposal | undefined> {
  const found = await findCandidates(asking, plugin, { wanted, query: undefined });
  const likely = found.slice(0, maxDescribed).filter(({ score }) => score >= leastToDescribe);
  const described = await describeAll(asking, plugin, likely);
  const [candidate, ...alternatives] = rankCandidates(
    wanted,
    found.map((item) => ({ item, candidate: toCandidate(item, plugin, described.get(item.externalId)) })),
  );
  const description = candidate && described.get(candidate.externalId);
  if (!description || candidate.score < leastScore) return undefined;
  return { candidate, alternatives: alternatives.slice(0, maxAlternatives), described: description };
}

/** Throws if the first entry has no description; others are left out. */
async function describeAll(
  asking: Asking,
  plugin: MetadataPlugin,
  found: readonly MatchCandidate[],
): Promise<Map<string, Described>> {
  const described = new Map<string, Described>();
  for (const { externalId } of found)
    try {
      described.set(externalId, await asking.describe(plugin, externalId));
    } catch (error) {
      if (described.size === 0 || isWaiting(error) || !(error instanceof Problem)) throw error;
    }
  return described;
}
