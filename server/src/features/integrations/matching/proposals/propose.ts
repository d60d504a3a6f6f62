// Proposes a match for one series or book: the providers are asked in the order of the library until one is sure.
import type { MatchCandidate, MatchFailure } from '@lectern/contract/matching';
import type { Plugin } from '@lectern/contract/plugins';
import type { ProviderOrder } from '#features/libraries/metadata-layers/index.ts';
import { Problem } from '#infrastructure/errors.ts';
import { defaultThreshold, type Wanted } from '../../match-scoring/index.ts';
import type { Asking, Described } from '../asking.ts';
import { findCandidates, scoreDescribed, toFailure } from '../search/candidates.ts';

/** What is kept of a proposal. */
export interface Proposal {
  candidate: MatchCandidate;
  alternatives: MatchCandidate[];
  described: Described;
}

/** Less is not worth a look. */
const leastScore = 0.5;
const maxAlternatives = 5;

export function sortProviders(providers: readonly Plugin[], { order }: ProviderOrder): Plugin[] {
  const rank = (plugin: Plugin) => {
    const at = order.indexOf(plugin.package);
    return at < 0 ? order.length : at;
  };
  return providers.toSorted((one, other) => rank(one) - rank(other));
}

/** Its service has to be left alone for a while: everything waits. */
export const isWaiting = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'unavailable';

/** Undefined where no provider finds anything that is worth a look. Throws what says that a provider has to be waited for. */
export async function propose(
  asking: Asking,
  providers: readonly Plugin[],
  wanted: Wanted,
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

async function proposeBy(asking: Asking, plugin: Plugin, wanted: Wanted): Promise<Proposal | undefined> {
  const [first, ...others] = await findCandidates(asking, plugin, { wanted, query: undefined });
  if (!first || first.score < leastScore) return undefined;
  const described = await asking.describe(plugin, first.externalId);
  const judged = scoreDescribed(wanted, plugin, described, { ...first, relevance: null });
  // That others come close is known of the search alone.
  const isAmbiguous = first.reasons.some(({ kind }) => kind === 'ambiguous') && judged.score < 1;
  const candidate = isAmbiguous ? first : { ...first, ...judged };
  if (candidate.score < leastScore) return undefined;
  return { candidate, alternatives: others.slice(0, maxAlternatives), described };
}
