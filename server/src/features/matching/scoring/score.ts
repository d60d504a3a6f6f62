// Scores how likely a provider's entry and a local work are the same: 0 to 1, with reasons. Pure.
import type { MatchReason } from '@lectern/contract/matching';
import { fold } from '#infrastructure/text/fold.ts';
import { compareTitles, type Kind, type TitleForm, toTitleForm } from './titles.ts';

/** Known facts about a local series or book. */
export interface LocalWork {
  /** Main and alternate titles, the most likely first. */
  titles: readonly string[];
  year: number | null;
  kind: Kind | null;
  /** Number of local volumes or books. */
  volumes: number | null;
  people: readonly string[];
  /** ISBN-13. */
  isbns: readonly string[];
  /** External ids by source. */
  ids: readonly { source: string; externalId: string }[];
  /** Minimum age in years. */
  ageRating: number | null;
}

/** Facts from a provider about one of its series or books. */
export interface Candidate {
  titles: readonly string[];
  year: number | null;
  kind: Kind | null;
  volumes: number | null;
  people: readonly string[];
  isbns: readonly string[];
  ids: readonly { source: string; externalId: string }[];
  isAdult: boolean;
}

export interface Score {
  /** 1 if an id or ISBN matched. */
  score: number;
  reasons: MatchReason[];
}

/** Default score from which a match is accepted without confirmation. */
export const defaultThreshold = 0.9;
/** Upper bound for candidates that always require confirmation; below the threshold. */
const capped = 0.8;

/** Points for an equal title, and points that other facts add or subtract. */
const worth = {
  title: 0.86,
  kind: { same: 0.05, drawn: 0.02, other: -0.4 },
  year: { same: 0.08, near: 0.03, other: -0.3 },
  people: { same: 0.08, other: -0.25 },
  volumes: { fit: 0.01, tooMany: -0.2 },
};

export function scoreCandidate(wanted: LocalWork, candidate: Candidate): Score {
  const decided = decide(wanted, candidate);
  if (decided) return decided;
  const title = scoreTitles(wanted, candidate);
  const facts = [
    judgeKind(wanted, candidate),
    judgeYear(wanted, candidate),
    judgePeople(wanted, candidate),
    judgeVolumes(wanted, candidate),
  ].flatMap((fact) => fact ?? []);
  const sum = title.share * worth.title + facts.reduce((total, { points }) => total + points, 0);
  const adult = candidate.isAdult && (wanted.ageRating ?? 0) < 18;
  // Spelling differences and adult titles require confirmation.
  const isCapped = title.share < 1 || adult || !isTold(wanted, candidate, facts);
  const score = Math.max(0, Math.min(isCapped ? capped : 0.99, sum));
  const reasons: MatchReason[] = [title.reason, ...facts.map(({ reason }) => reason)];
  if (adult) reasons.push({ kind: 'adult', isFor: false, detail: null });
  return { score: Math.round(score * 1000) / 1000, reasons };
}

/**
 * Whether the known facts distinguish works with the same name. A novel, its manga and its webtoon have the same
 * authors. Comics are relaunched under the same name, often by the same authors and a year later.
 */
function isTold(wanted: LocalWork, candidate: Candidate, facts: readonly Fact[]): boolean {
  const isSame = (kind: MatchReason['kind']) =>
    facts.some(({ reason, points }) => reason.kind === kind && points > 0);
  const isSameYear = yearOf(wanted) !== null && yearOf(wanted) === yearOf(candidate);
  if (!isSame('kind')) return isSameYear && isSame('people');
  const ours = kindOf(wanted);
  const theirs = kindOf(candidate);
  return ours === theirs && ours !== 'comic' ? true : isSameYear;
}

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

function scoreTitles(wanted: LocalWork, candidate: Candidate): { share: number; reason: MatchReason } {
  let best = { share: 0, detail: candidate.titles[0] ?? '' };
  const theirs = candidate.titles.map((title) => ({ title, form: toTitleForm(title) }));
  for (const form of wanted.titles.map(toTitleForm))
    for (const one of theirs) {
      const share = compareTitles(form, one.form);
      if (share > best.share) best = { share, detail: one.title };
    }
  const kind = best.share === 1 ? 'title' : 'title_alike';
  return { share: best.share, reason: { kind, isFor: best.share > 0.5, detail: best.detail } };
}

interface Fact {
  points: number;
  reason: MatchReason;
}

const formsOf = (titles: readonly string[]): TitleForm[] => titles.map(toTitleForm);
/** The given kind, else the kind in brackets in the title. */
const kindOf = ({ kind, titles }: Pick<LocalWork, 'kind' | 'titles'>): Kind | null =>
  kind ?? formsOf(titles.slice(0, 1))[0]?.kind ?? null;
const yearOf = ({ year, titles }: Pick<LocalWork, 'year' | 'titles'>): number | null =>
  year ?? formsOf(titles.slice(0, 1))[0]?.year ?? null;

/** Services classify manga and webtoons differently, and files rarely specify which kind of comic they are. */
const areBothDrawn = (one: Kind, other: Kind): boolean =>
  one === 'drawn' || other === 'drawn'
    ? one !== 'novel' && other !== 'novel'
    : [one, other].every((kind) => kind === 'manga' || kind === 'webtoon');

function judgeKind(wanted: LocalWork, candidate: Candidate): Fact | undefined {
  const ours = kindOf(wanted);
  const theirs = kindOf(candidate);
  if (!ours || !theirs) return undefined;
  const isSame = ours === theirs || areBothDrawn(ours, theirs);
  const same = ours === theirs ? worth.kind.same : worth.kind.drawn;
  const points = isSame ? same : worth.kind.other;
  return { points, reason: { kind: 'kind', isFor: isSame, detail: theirs } };
}

function judgeYear(wanted: LocalWork, candidate: Candidate): Fact | undefined {
  const ours = yearOf(wanted);
  const theirs = yearOf(candidate);
  if (ours === null || theirs === null) return undefined;
  const difference = Math.abs(ours - theirs);
  const points = difference === 0 ? worth.year.same : difference === 1 ? worth.year.near : worth.year.other;
  return { points, reason: { kind: 'year', isFor: difference <= 1, detail: String(theirs) } };
}

/** Compares names independent of the order of their parts. */
const toPersonKey = (name: string): string =>
  toTitleForm(name.replaceAll(/[,.]/g, ' ')).text.split(' ').toSorted().join(' ');

function judgePeople(wanted: LocalWork, candidate: Candidate): Fact | undefined {
  if (wanted.people.length === 0 || candidate.people.length === 0) return undefined;
  const ours = new Set(wanted.people.map(toPersonKey));
  const same = candidate.people.find((name) => ours.has(toPersonKey(name)));
  // Names in different scripts are not compared.
  const isComparable = candidate.people.some((name) =>
    wanted.people.some((own) => isLatin(own) === isLatin(name)),
  );
  if (same === undefined && !isComparable) return undefined;
  const points = same === undefined ? worth.people.other : worth.people.same;
  const detail = same ?? candidate.people[0] ?? null;
  return { points, reason: { kind: 'people', isFor: same !== undefined, detail } };
}

const isLatin = (text: string): boolean => /^[\p{Script=Latin}\P{L}]+$/u.test(text);

function judgeVolumes(wanted: LocalWork, candidate: Candidate): Fact | undefined {
  if (wanted.volumes === null || candidate.volumes === null || candidate.volumes === 0) return undefined;
  const isTooMany = wanted.volumes > candidate.volumes + 1;
  const points = isTooMany ? worth.volumes.tooMany : worth.volumes.fit;
  return { points, reason: { kind: 'volumes', isFor: !isTooMany, detail: String(candidate.volumes) } };
}

/** Minimum lead of the best candidate over the second. Closer results require confirmation. */
const margin = 0.04;

/**
 * Sorts candidates by score. If others are close to the best, all are capped below the threshold, except those decided
 * by an id.
 */
export function rankCandidates<T>(scored: readonly (T & Score)[]): (T & Score)[] {
  const ranked = scored.toSorted((one, other) => other.score - one.score);
  const [best, second] = ranked;
  if (!best || !second || best.score === 1 || best.score - second.score > margin) return ranked;
  return ranked.map((one) =>
    best.score - one.score > margin
      ? one
      : {
          ...one,
          score: Math.min(one.score, capped),
          reasons: [...one.reasons, { kind: 'ambiguous', isFor: false, detail: null } as const],
        },
  );
}
