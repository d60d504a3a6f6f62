// How surely something of a provider is one of ours: 0 to 1, with the reasons. Pure.
import type { MatchReason } from '@lectern/contract/matching';
import { fold } from '#infrastructure/text/fold.ts';
import { compareTitles, type Kind, type TitleForm, toTitleForm } from './titles.ts';

/** What is known of one of our series or books. */
export interface Wanted {
  /** Its title and its other titles, the likeliest first. */
  titles: readonly string[];
  year: number | null;
  kind: Kind | null;
  /** Volumes, or books, that are here. */
  volumes: number | null;
  people: readonly string[];
  /** Thirteen digits. */
  isbns: readonly string[];
  /** Ids that services call it by: source and id. */
  ids: readonly { source: string; externalId: string }[];
  /** In years. */
  ageRating: number | null;
}

/** What a provider says of one of its series or books. */
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
  /** Of 1 an id or an ISBN has decided. */
  score: number;
  reasons: MatchReason[];
}

/** From which on nobody needs to look. */
export const defaultThreshold = 0.9;
/** Below the threshold whatever else speaks for it. */
const capped = 0.8;

/** What the same title is worth by itself, and what other facts add and take. */
const worth = {
  title: 0.86,
  kind: { same: 0.05, drawn: 0.02, other: -0.4 },
  year: { same: 0.08, near: 0.03, other: -0.3 },
  people: { same: 0.08, other: -0.25 },
  volumes: { fit: 0.01, tooMany: -0.2 },
};

export function scoreCandidate(wanted: Wanted, candidate: Candidate): Score {
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
  // Letters that differ, and what is for adults, are for a person to judge.
  const isCapped = title.share < 1 || adult || !isTold(wanted, candidate, facts);
  const score = Math.max(0, Math.min(isCapped ? capped : 0.99, sum));
  const reasons: MatchReason[] = [title.reason, ...facts.map(({ reason }) => reason)];
  if (adult) reasons.push({ kind: 'adult', isFor: false, detail: null });
  return { score: Math.round(score * 1000) / 1000, reasons };
}

/**
 * Whether what is known tells works of one name apart. The novel, its manga and its webtoon have the same people; comics
 * begin again under their name, often by the same people, and a year later.
 */
function isTold(wanted: Wanted, candidate: Candidate, facts: readonly Fact[]): boolean {
  const isSame = (kind: MatchReason['kind']) =>
    facts.some(({ reason, points }) => reason.kind === kind && points > 0);
  const isSameYear = yearOf(wanted) !== null && yearOf(wanted) === yearOf(candidate);
  if (!isSame('kind')) return isSameYear && isSame('people');
  const [ours, theirs] = [kindOf(wanted), kindOf(candidate)];
  return ours === theirs && ours !== 'comic' ? true : isSameYear;
}

/** Services that give each work one id. */
const ofWorks = new Set([
  ...['anilist', 'myanimelist', 'mangadex', 'mangaupdates', 'mangabaka', 'kitsu', 'animeplanet'],
  ...['comicvine', 'metron', 'gcd', 'shikimori'],
]);

/** An ISBN, or the id of a service, decides alone: for it or, of the same service, against it. */
function decide(wanted: Wanted, candidate: Candidate): Score | undefined {
  const isbn = wanted.isbns.find((one) => candidate.isbns.includes(one));
  if (isbn) return { score: 1, reasons: [{ kind: 'isbn', isFor: true, detail: isbn }] };
  for (const { source, externalId } of wanted.ids) {
    const theirs = candidate.ids.filter((one) => fold(one.source) === fold(source));
    if (theirs.length === 0) continue;
    const isSame = theirs.some((one) => one.externalId === externalId);
    // Of books an id may be that of another edition.
    if (!isSame && !ofWorks.has(fold(source))) continue;
    const reason = { kind: 'id', isFor: isSame, detail: `${source} ${externalId}` } as const;
    return { score: isSame ? 1 : 0, reasons: [reason] };
  }
  return undefined;
}

function scoreTitles(wanted: Wanted, candidate: Candidate): { share: number; reason: MatchReason } {
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
/** What a title says in brackets, where nothing else says it. */
const kindOf = ({ kind, titles }: Pick<Wanted, 'kind' | 'titles'>): Kind | null =>
  kind ?? formsOf(titles.slice(0, 1))[0]?.kind ?? null;
const yearOf = ({ year, titles }: Pick<Wanted, 'year' | 'titles'>): number | null =>
  year ?? formsOf(titles.slice(0, 1))[0]?.year ?? null;

/** Services do not agree where manga end and webtoons begin, and files seldom say of which kind of comics they are. */
const areBothDrawn = (one: Kind, other: Kind): boolean =>
  one === 'drawn' || other === 'drawn'
    ? one !== 'novel' && other !== 'novel'
    : [one, other].every((kind) => kind === 'manga' || kind === 'webtoon');

function judgeKind(wanted: Wanted, candidate: Candidate): Fact | undefined {
  const [ours, theirs] = [kindOf(wanted), kindOf(candidate)];
  if (!ours || !theirs) return undefined;
  const isSame = ours === theirs || areBothDrawn(ours, theirs);
  const same = ours === theirs ? worth.kind.same : worth.kind.drawn;
  const points = isSame ? same : worth.kind.other;
  return { points, reason: { kind: 'kind', isFor: isSame, detail: theirs } };
}

function judgeYear(wanted: Wanted, candidate: Candidate): Fact | undefined {
  const [ours, theirs] = [yearOf(wanted), yearOf(candidate)];
  if (ours === null || theirs === null) return undefined;
  const apart = Math.abs(ours - theirs);
  const points = apart === 0 ? worth.year.same : apart === 1 ? worth.year.near : worth.year.other;
  return { points, reason: { kind: 'year', isFor: apart <= 1, detail: String(theirs) } };
}

/** Names in any order of their parts. */
const toPersonKey = (name: string): string =>
  toTitleForm(name.replaceAll(/[,.]/g, ' ')).text.split(' ').toSorted().join(' ');

function judgePeople(wanted: Wanted, candidate: Candidate): Fact | undefined {
  if (wanted.people.length === 0 || candidate.people.length === 0) return undefined;
  const ours = new Set(wanted.people.map(toPersonKey));
  const same = candidate.people.find((name) => ours.has(toPersonKey(name)));
  // Names of one person in two scripts are no contradiction.
  const isComparable = candidate.people.some((name) =>
    wanted.people.some((own) => isLatin(own) === isLatin(name)),
  );
  if (same === undefined && !isComparable) return undefined;
  const points = same === undefined ? worth.people.other : worth.people.same;
  const detail = same ?? candidate.people[0] ?? null;
  return { points, reason: { kind: 'people', isFor: same !== undefined, detail } };
}

const isLatin = (text: string): boolean => /^[\p{Script=Latin}\P{L}]+$/u.test(text);

function judgeVolumes(wanted: Wanted, candidate: Candidate): Fact | undefined {
  if (wanted.volumes === null || candidate.volumes === null || candidate.volumes === 0) return undefined;
  const isTooMany = wanted.volumes > candidate.volumes + 1;
  const points = isTooMany ? worth.volumes.tooMany : worth.volumes.fit;
  return { points, reason: { kind: 'volumes', isFor: !isTooMany, detail: String(candidate.volumes) } };
}

/** How close a second one may come without making the choice a person's. */
const margin = 0.04;

/**
 * The best first. Where others come close to the best, which of them it is cannot be told: then none passes the
 * threshold by itself. Those that an id has decided stay.
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
