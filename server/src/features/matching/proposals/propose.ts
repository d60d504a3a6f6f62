// Proposes a match for one series or book. Queries the providers in the library's order until a result is certain.
import type { MatchCandidate, MatchFailure } from '@lectern/contract/matching';
import type { Plugin } from '@lectern/contract/plugins/plugins';
import type { ProviderOrder } from '#features/libraries/metadata-layers/index.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { Asking, Described } from '../provider-requests.ts';
import { defaultThreshold, type LocalWork } from '../scoring/index.ts';
import { findCandidates, scoreDescribed, toFailure } from '../search/candidates.ts';

/** Stored form of a proposal. */
export interface Proposal {
  candidate: MatchCandidate;
  alternatives: MatchCandidate[];
  described: Described;
}

/** Minimum score of a proposal. */
const leastScore = 0.5;
const maxAlternatives = 5;

export function sortProviders(providers: readonly Plugin[], { order }: ProviderOrder): Plugin[] {
  const rank = (plugin: Plugin) => {
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
  providers: readonly Plugin[],
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

async function proposeBy(asking: Asking, plugin: Plugin, wanted: LocalWork): Promise<Proposal | undefined> {
  const [first, ...others] = await findCandidates(asking, plugin, { wanted, query: undefined });
  if (!first || first.score < leastScore) return undefined;
  const described = await asking.describe(plugin, first.externalId);
  const judged = scoreDescribed(wanted, plugin, described, { ...first, relevance: null });
  // Only the search knows about similar candidates, so its ambiguity is kept.
  const isAmbiguous = first.reasons.some(({ kind }) => kind === 'ambiguous') && judged.score < 1;
  const candidate = isAmbiguous ? first : { ...first, ...judged };
  if (candidate.score < leastScore) return undefined;
  return { candidate, alternatives: others.slice(0, maxAlternatives), described };
}
