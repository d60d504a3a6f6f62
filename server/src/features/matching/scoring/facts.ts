// Compares the facts of a local work with those of a candidate. Each fact has a weight in log-odds: the sum is the
// logarithm of how much more likely the same work is than another one. Pure.
import type { MatchReason } from '@lectern/contract/matching';
import { findSamePerson, findSamePublisher } from './people.ts';
import { compareTitles, isMisspelled, type Kind, toTitleForm } from './titles.ts';
import type { Candidate, LocalWork } from './works.ts';

export interface Fact {
  weight: number;
  /** Whether it agrees and distinguishes works of one name. */
  isAgreeing: boolean;
  reason: MatchReason;
}

/** Fitted to the tuning half of the works in test/matching (`npm run bench -- matching`). */
const weights = {
  title: { most: 4, perLetter: 18, least: -1.5, second: 2.5, misspelled: -1, alike: -3, perShare: -8 },
  kind: { same: 0.8, drawn: 0.4, editions: -0.3, other: -5 },
  year: { same: 2.5, near: 1.2, edition: 0, longAfter: -0.5, before: -1, other: -3.5 },
  people: { same: 3.5, other: -3 },
  publisher: { same: 1.5 },
  volumes: { allOfMany: 2, all: 0.8, fit: 0, tooMany: -2 },
};
/** Years after which an edition of the same work is unusual. */
const longAfterYears = 25;
/** Number of volumes that two works rarely share. Runs of comics often have 4, 5, 6 or 12 issues. */
const many = 5;
const manyIssues = 13;

/** The given kind, else the kind in brackets in the first title. */
const kindOf = ({ kind, titles }: Pick<LocalWork, 'kind' | 'titles'>): Kind | null =>
  kind ?? toTitleForm(titles[0] ?? '').kind ?? null;
/** The given year, else a year in brackets, as folder names have it. */
const yearOf = ({ year, titles }: Pick<LocalWork, 'year' | 'titles'>): number | null =>
  year ?? titles.map((title) => toTitleForm(title).year).find((one) => one !== undefined) ?? null;

export interface TitleFact {
  /** 1 for equal titles. */
  share: number;
  weight: number;
  /** Whether two different titles of both works are equal. */
  isAgreeing: boolean;
  isMisspelled: boolean;
  reason: MatchReason;
}

export function judgeTitles(wanted: LocalWork, candidate: Candidate): TitleFact {
  let best = { share: 0, detail: candidate.titles[0] ?? '', text: '', isMisspelled: false };
  const equal = new Set<string>();
  const theirs = candidate.titles.map((title) => ({ title, form: toTitleForm(title) }));
  for (const form of wanted.titles.map(toTitleForm))
    for (const one of theirs) {
      const share = compareTitles(form, one.form);
      if (share > best.share)
        best = { share, detail: one.title, text: form.text, isMisspelled: isMisspelled(form, one.form) };
      if (share === 1) equal.add(form.text.replaceAll(' ', ''));
    }
  const isAgreeing = equal.size > 1;
  const kind = best.share === 1 ? 'title' : 'title_alike';
  return {
    share: best.share,
    weight:
      weighTitle(best.text) +
      weighDifference(best.share, best.isMisspelled) +
      (isAgreeing ? weights.title.second : 0),
    isAgreeing,
    isMisspelled: best.isMisspelled,
    reason: { kind, isFor: best.share > 0.5, detail: best.detail },
  };
}

function weighDifference(share: number, isMisspelling: boolean): number {
  if (share === 1) return 0;
  const { misspelled, alike, perShare } = weights.title;
  return isMisspelling ? misspelled : alike + perShare * (1 - share);
}

/** Long titles rarely belong to two works. A character of a script without an alphabet counts as two letters. */
function weighTitle(text: string): number {
  const letters = [...text.replaceAll(' ', '')];
  const size =
    letters.length +
    letters.filter((letter) => /[\p{Script=Han}\p{Script=Kana}\p{Script=Hira}\p{Script=Hang}]/u.test(letter))
      .length;
  const { most, perLetter, least } = weights.title;
  return Math.max(least, most - perLetter / Math.max(size, 1));
}

/** Services classify manga and webtoons differently, and files rarely specify which kind of comic they are. */
const areBothDrawn = (one: Kind, other: Kind): boolean =>
  one === 'drawn' || other === 'drawn'
    ? one !== 'novel' && other !== 'novel'
    : [one, other].every((kind) => kind === 'manga' || kind === 'webtoon');

export function judgeKind(wanted: LocalWork, candidate: Candidate): Fact | undefined {
  const ours = kindOf(wanted);
  const theirs = kindOf(candidate);
  if (!ours || !theirs) return undefined;
  const reasonOf = (isFor: boolean) => ({ kind: 'kind', isFor, detail: theirs }) as const;
  if (ours === theirs) return { weight: weights.kind.same, isAgreeing: false, reason: reasonOf(true) };
  if (areBothDrawn(ours, theirs))
    return { weight: weights.kind.drawn, isAgreeing: false, reason: reasonOf(true) };
  // Services of comics list the translations of manga as comics.
  const weight = ours !== 'novel' && theirs === 'comic' ? weights.kind.editions : weights.kind.other;
  return { weight, isAgreeing: false, reason: reasonOf(false) };
}

/** Whether both may be western comics, which are relaunched under the same name. */
export const isRun = (wanted: LocalWork, candidate: Candidate): boolean =>
  kindOf(candidate) === 'comic' && !isTranslated(kindOf(wanted));

const isTranslated = (kind: Kind | null): boolean =>
  kind === 'manga' || kind === 'webtoon' || kind === 'novel';

/**
 * Files state the year of their edition, services the year of the original or of an edition. Western comics have one
 * year: other years under the same name are relaunches.
 */
export function judgeYear(wanted: LocalWork, candidate: Candidate): Fact | undefined {
  const ours = yearOf(wanted);
  const theirs = yearOf(candidate);
  if (ours === null || theirs === null) return undefined;
  const kinds = [kindOf(wanted), kindOf(candidate)] as const;
  const later = ours - theirs;
  const reasonOf = (isFor: boolean) => ({ kind: 'year', isFor, detail: String(theirs) }) as const;
  if (later === 0) return { weight: weights.year.same, isAgreeing: true, reason: reasonOf(true) };
  const isEdition = kinds.some(isTranslated);
  if (Math.abs(later) === 1)
    return { weight: weights.year.near, isAgreeing: isEdition, reason: reasonOf(true) };
  if (!isEdition) return { weight: weights.year.other, isAgreeing: false, reason: reasonOf(false) };
  if (later > 1) {
    const weight = later > longAfterYears ? weights.year.longAfter : weights.year.edition;
    return { weight, isAgreeing: false, reason: reasonOf(false) };
  }
  // Only services that list editions have a later year than the file.
  const weight = isTranslated(kinds[1]) ? weights.year.other : weights.year.before;
  return { weight, isAgreeing: false, reason: reasonOf(false) };
}

export function judgePeople(wanted: LocalWork, candidate: Candidate): Fact | undefined {
  const same = findSamePerson(wanted.people, candidate.people);
  if (same === undefined) return undefined;
  const isFor = same !== null;
  const detail = same ?? candidate.people[0] ?? null;
  return {
    weight: isFor ? weights.people.same : weights.people.other,
    isAgreeing: isFor,
    reason: { kind: 'people', isFor, detail },
  };
}

/** Other publishers do not count: works have several editions. */
export function judgePublisher(wanted: LocalWork, candidate: Candidate): Fact | undefined {
  const detail = findSamePublisher(wanted.publishers, candidate.publishers);
  if (detail === undefined) return undefined;
  return {
    weight: weights.publisher.same,
    isAgreeing: true,
    reason: { kind: 'publisher', isFor: true, detail },
  };
}

export function judgeVolumes(wanted: LocalWork, candidate: Candidate): Fact | undefined {
  const { volumes: ours } = wanted;
  const { volumes: theirs } = candidate;
  if (ours === null || theirs === null || theirs === 0) return undefined;
  const reason = { kind: 'volumes', isFor: ours <= theirs + 1, detail: String(theirs) } as const;
  if (!reason.isFor) return { weight: weights.volumes.tooMany, isAgreeing: false, reason };
  if (ours !== theirs || ours === 1) return { weight: weights.volumes.fit, isAgreeing: false, reason };
  const isMany = ours >= (isRun(wanted, candidate) ? manyIssues : many);
  return { weight: isMany ? weights.volumes.allOfMany : weights.volumes.all, isAgreeing: isMany, reason };
}
