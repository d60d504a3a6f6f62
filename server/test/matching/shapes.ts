// Forms in which a work appears in a library: from complete tags to the name of a folder.
import type { LocalWork } from '../../src/features/matching/scoring/index.ts';
import { chance, isAsian, type Work } from './works.ts';

const nothing: LocalWork = {
  titles: [],
  year: null,
  kind: null,
  volumes: null,
  people: [],
  publishers: [],
  isbns: [],
  ids: [],
  ageRating: null,
};

const keyOf = ({ titles, year, kind }: Work): string => `${titles[0]} ${year} ${kind}`;

/** Kind by file format. */
const formatOf = ({ kind }: Work): 'novel' | 'drawn' => (kind === 'novel' ? 'novel' : 'drawn');
/** Kind by tags. Western comics are not marked. */
const taggedKindOf = (work: Work) => (work.kind === 'comic' ? 'drawn' : work.kind);

/** Often all volumes, otherwise the first volumes. */
function ownedOf(work: Work): number {
  const draw = chance(keyOf(work), 'owned');
  if (draw < 0.4) return work.volumes;
  return Math.max(1, Math.round(work.volumes * chance(keyOf(work), 'part')));
}

/** Year of the English edition. The first tagged volume is sometimes a later one. */
function editionYearOf(work: Work): number {
  const draw = chance(keyOf(work), 'edition');
  if (work.kind === 'comic') return work.edition.year + (draw < 0.1 ? 1 : 0);
  return work.edition.year + (draw < 0.3 ? Math.ceil(draw * 10) : 0);
}

const toSortName = (name: string): string => {
  const words = name.split(' ');
  const last = words.at(-1) ?? '';
  return words.length < 2 ? name : `${last}, ${words.slice(0, -1).join(' ')}`;
};

/** Ebooks name their authors, also if other tags are missing. */
const authorsOfEbook = ({ kind, people }: Work): readonly string[] =>
  kind === 'novel' ? people.slice(0, 1) : [];

const otherTitleOf = ({ titles }: Work, key: string): string =>
  titles[1 + Math.floor(chance(key, 'title') * (titles.length - 1))] ?? titles[0];

const toFolderName = (title: string): string =>
  title
    .replaceAll(/[:?!"/]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

/** Swaps two letters of a word. */
const misspell = (title: string): string => title.replace(/(\p{L}\p{L})(\p{L})(\p{L})/u, '$1$3$2');

/** Title of the table from which the local title is made. */
export const sourceTitleOf = (work: Work, shape: string): string =>
  shape === 'romanized or native title' ? otherTitleOf(work, keyOf(work)) : work.titles[0];

export const shapes: Readonly<Record<string, (work: Work) => LocalWork>> = {
  'all tags': (work) => ({
    ...nothing,
    titles: work.titles.slice(0, 2),
    year: work.year,
    kind: taggedKindOf(work),
    volumes: ownedOf(work),
    people: work.people,
    publishers: [work.edition.publisher],
  }),
  'English edition with people': (work) => ({
    ...nothing,
    titles: [work.titles[0]],
    year: editionYearOf(work),
    kind: formatOf(work),
    volumes: ownedOf(work),
    people: work.people.slice(0, 1),
    publishers: [work.edition.publisher],
  }),
  'English edition without people': (work) => ({
    ...nothing,
    titles: [work.titles[0]],
    year: editionYearOf(work),
    kind: taggedKindOf(work),
    volumes: ownedOf(work),
    people: authorsOfEbook(work),
    publishers: [work.edition.publisher],
  }),
  'folder name with a year': (work) => ({
    ...nothing,
    titles: [`${toFolderName(work.titles[0])} (${work.edition.year}) (Digital)`],
    kind: formatOf(work),
    volumes: ownedOf(work),
  }),
  'folder name alone': (work) => ({
    ...nothing,
    titles: [toFolderName(work.titles[0])],
    kind: formatOf(work),
    volumes: ownedOf(work),
  }),
  'romanized or native title': (work) => ({
    ...nothing,
    titles: [sourceTitleOf(work, 'romanized or native title')],
    year: isAsian(work) && chance(keyOf(work), 'dated') < 0.5 ? work.year : null,
    kind: taggedKindOf(work),
    volumes: ownedOf(work),
  }),
  'people without a year': (work) => ({
    ...nothing,
    titles: [work.titles[0]],
    kind: formatOf(work),
    volumes: ownedOf(work),
    people: work.people.slice(0, 1).map(toSortName),
  }),
  'several titles': (work) => ({
    ...nothing,
    titles: work.titles,
    kind: formatOf(work),
    volumes: ownedOf(work),
    people: authorsOfEbook(work),
  }),
  'misspelled title': (work) => ({
    ...nothing,
    titles: [misspell(work.titles[0])],
    year: editionYearOf(work),
    kind: formatOf(work),
    volumes: ownedOf(work),
    people: work.people.slice(0, 1),
  }),
};
