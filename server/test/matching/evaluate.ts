// Precision and recall of proposals over all works, shapes and services.
import { propose } from '../../src/features/matching/proposals/propose.ts';
import { createServices } from './services.ts';
import { shapes, sourceTitleOf } from './shapes.ts';
import { readWorks, type Work } from './works.ts';

/** Best proposal for a work in one shape at one service. */
export interface Trial {
  work: Work;
  shape: string;
  service: string;
  /** Whether the service lists the work under the local title. */
  isPossible: boolean;
  /** 0 without a proposal. */
  score: number;
  isRight: boolean;
  /** Title and reasons of the proposal, for messages. */
  proposed: string;
}

/** Half of the works: weights are fitted to the first, and judged by the second. */
export type Half = 'tuning' | 'held-out';

/** Runs the proposals of every work of a half, or of each n-th one. */
export async function runTrials(half: Half, { every = 1 } = {}): Promise<Trial[]> {
  const works = readWorks();
  const services = createServices(works);
  const trials: Trial[] = [];
  const chosen = works.filter(({ isHeldOut }) => isHeldOut === (half === 'held-out'));
  for (const work of chosen.filter((_, i) => i % every === 0))
    for (const [shape, toWanted] of Object.entries(shapes))
      for (const { plugin, asking, isAsked, findId } of services) {
        if (!isAsked(work)) continue;
        const { proposal } = await propose(asking, [plugin], toWanted(work));
        const id = findId(work, sourceTitleOf(work, shape));
        const candidate = proposal?.candidate;
        trials.push({
          work,
          shape,
          service: plugin.displayName,
          isPossible: id !== undefined,
          score: candidate?.score ?? 0,
          isRight: candidate !== undefined && candidate.externalId === id,
          proposed: candidate
            ? `${candidate.externalId} ${candidate.reasons.map(({ kind, isFor }) => (isFor ? '+' : '-') + kind).join(' ')}`
            : '',
        });
      }
  return trials;
}

interface Rates {
  accepted: number;
  possible: number;
  /** Share of the possible matches that are found. */
  recall: number;
  /** Share of the accepted matches that are wrong. */
  wrong: number;
}

export function rate(trials: readonly Trial[], threshold: number): Rates {
  const accepted = trials.filter(({ score }) => score >= threshold && score > 0);
  const possible = trials.filter(({ isPossible }) => isPossible).length;
  const right = accepted.filter(({ isRight }) => isRight).length;
  const share = (part: number, all: number) => (all === 0 ? 0 : part / all);
  return {
    accepted: accepted.length,
    possible,
    recall: share(right, possible),
    wrong: share(accepted.length - right, accepted.length),
  };
}

/** Goals at the default threshold. */
export const goals = { recall: 0.75, wrong: 0.005 };
