// Scores how likely a provider's entry and a local work are the same: 0 to 1, with reasons. The score is a probability:
// `npm run bench -- matching` compares it with the share of right matches. Pure.
import type { MatchReason } from '@lectern/contract/matching';
import { fold } from '#infrastructure/text/fold.ts';
import {
  type Fact,
  isRun,
  judgeKind,
  judgePeople,
  judgePublisher,
  judgeTitles,
  judgeVolumes,
  judgeYear,
} from './facts.ts';
import type { Candidate, LocalWork } from './works.ts';

export interface Score {
  /** 1 if an id or ISBN matched. */
  score: number;
  reasons: MatchReason[];
}

/** Default score from which a match is accepted without confirmation. */
export const defaultThreshold = 0.9;
/** Upper bound for candidates that always require confirmation; below the threshold. */
const capped = 0.8;
/** Upper bound without an equal id or ISBN. */
const mostLikely = 0.995;

/** A scored candidate before the comparison with the others. */
interface Judgment extends Score {
  isDecided: boolean;
  /** Similarity of the titles. */
  share: number;
  /** Number of agreeing facts that distinguish works of one name. */
  agreeing: number;
  isContradicted: boolean;
}

export function scoreCandidate(wanted: LocalWork, candidate: Candidate): Score {
  const { score, reasons } = judge(wanted, candidate);
  return { score, reasons };
}

function judge(wanted: LocalWork, candidate: Candidate): Judgment {
  const decided = decide(wanted, candidate);
  if (decided) return { ...decided, isDecided: true, share: 1, agreeing: 0, isContradicted: false };
  const title = judgeTitles(wanted, candidate);
  const facts = [
    judgeKind(wanted, candidate),
    judgeYear(wanted, candidate),
    judgePeople(wanted, candidate),
    judgePublisher(wanted, candidate),
    judgeVolumes(wanted, candidate),
  ].flatMap((fact) => fact ?? []);
  const agreeing = [title, ...facts].filter(({ isAgreeing }) => isAgreeing).length;
  const isContradicted = facts.some(({ weight }) => weight <= contradiction);
  const adult = candidate.isAdult && (wanted.ageRating ?? 0) < 18;
  const start = title.weight + (agreeing === 0 ? weighBare(wanted, candidate, facts) : 0);
  const odds = facts.reduce((sum, { weight }) => sum + weight, start);
  const likely = Math.min(mostLikely, 1 / (1 + Math.exp(-odds)));
  const isEnough =
    title.share === 1 ? isTold(facts, agreeing) : title.isMisspelled && isWellKnown(facts, agreeing);
  const isSure = isEnough && !isContradicted && !adult;
  const score = isSure ? likely : Math.min(capped, likely);
  const reasons: MatchReason[] = [title.reason, ...facts.map(({ reason }) => reason)];
  if (adult) reasons.push({ kind: 'adult', isFor: false, detail: null });
  return { score: round(score), reasons, isDecided: false, share: title.share, agreeing, isContradicted };
}

/** Log-odds of facts that exclude each other: a novel and a comic, other people, another run of a comic. */
const contradiction = -3;

/**
 * Log-odds of a title without another agreeing fact: it may be another run of this comic, or a work of the same name
 * from another year.
 */
const bare = { run: -0.7, otherYear: -0.9 };

function weighBare(wanted: LocalWork, candidate: Candidate, facts: readonly Fact[]): number {
  const isOtherYear = facts.some(({ reason }) => reason.kind === 'year' && !reason.isFor);
  return (isRun(wanted, candidate) ? bare.run : 0) + (isOtherYear ? bare.otherYear : 0);
}

const round = (score: number): number => Math.round(score * 1000) / 1000;

/** A misspelled title needs two agreeing facts, or the people and the kind. */
const isWellKnown = (facts: readonly Fact[], agreeing: number): boolean =>
  agreeing > 1 ||
  ['people', 'kind'].every((kind) => facts.some(({ reason, weight }) => reason.kind === kind && weight > 0));

/** A title alone is enough only if the kinds agree: a novel, its manga and its film book have one name. */
const isTold = (facts: readonly Fact[], agreeing: number): boolean =>
  agreeing > 0 || facts.some(({ reason, weight }) => reason.kind === 'kind' && weight > 0);

/** Services with exactly one id per work. */
const ofWorks = new Set([
  ...['anilist', 'myanimelist', 'mangadex', 'mangaupdates', 'mangabaka', 'kitsu', 'animeplanet'],
  ...['comicvine', 'metron', 'gcd', 'shikimori'],
]);

/** A matching ISBN or id accepts the candidate. A different id of the same service rejects it. */
function decide(wanted: LocalWork, candidate: Candidate): Score | undefined {
  const isbn = wanted.isbns.find((one) => candidate.isbns.includes(one));
  if (isbn) return { score: 1, reasons: [{ kind: 'isbn', isFor: true, detail: isbn }] };
  for (const { source, externalId } of wanted.ids) {
    const theirs = candidate.ids.filter((one) => fold(one.source) === fold(source));
    if (theirs.length === 0) continue;
    const isSame = theirs.some((one) => one.externalId === externalId);
    // For books, a different id may belong to another edition.
    if (!isSame && !ofWorks.has(fold(source))) continue;
    const reason = { kind: 'id', isFor: isSame, detail: `${source} ${externalId}` } as const;
    return { score: isSame ? 1 : 0, reasons: [reason] };
  }
  return undefined;
}

/**
 * Scores candidates and sorts them, best first. Each candidate of the same name lowers the probability of the others.
 * A title without another agreeing fact requires confirmation if the service has similar names.
 */
export function rankCandidates<T>(
  wanted: LocalWork,
  found: readonly { item: T; candidate: Candidate }[],
): (T & Score)[] {
  const judged = found.map(({ item, candidate }) => ({ item, ...judge(wanted, candidate) }));
  const all = judged.reduce((sum, { score }) => sum + toOdds(score), 0);
  return judged
    .map((one): T & Score => {
      const { item, score, reasons, agreeing, isDecided } = one;
      if (isDecided) return { ...item, score, reasons };
      const isRival = (other: Judgment) => other.share >= similar && !other.isContradicted;
      const isBare = agreeing === 0 && judged.some((other) => other !== one && isRival(other));
      const likely = toOdds(score) / (1 + all);
      const next = round(isBare ? Math.min(capped, likely) : likely);
      const isAmbiguous = score >= defaultThreshold && next < defaultThreshold;
      const ambiguous: MatchReason = { kind: 'ambiguous', isFor: false, detail: null };
      return { ...item, score: next, reasons: isAmbiguous ? [...reasons, ambiguous] : reasons };
    })
    .toSorted((one, other) => other.score - one.score);
}

/** Similarity of names that can be mistaken for each other. */
const similar = 0.8;

const toOdds = (score: number): number => score / (1 - Math.min(score, mostLikely));
