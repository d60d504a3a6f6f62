// Four imitated services, each with the fields, gaps and search of a real kind of service.
import type { PluginSearchResult } from '@lectern/contract/plugins/plugins';
import type { Asking, Described, MetadataPlugin } from '../../src/features/matching/provider-requests.ts';
import { toTitleForm } from '../../src/features/matching/scoring/index.ts';
import { chance, isAsian, type Work } from './works.ts';

export interface Service {
  plugin: MetadataPlugin;
  asking: Asking;
  /** Whether works of this kind are looked up there. */
  isAsked(work: Work): boolean;
  /** Returns the id of the service's entry. Undefined if the service lacks the work or does not know the title. */
  findId(work: Work, title: string): string | undefined;
}

interface Entry {
  result: PluginSearchResult;
  described: Described;
  /** Titles that the search looks at. */
  searched: readonly string[];
}

interface Making {
  name: string;
  /** Share of the works of its kind that the service has. */
  share: number;
  covers(work: Work): boolean;
  /** Default: series. */
  isAsked?(work: Work): boolean;
  /** Whether search results contain only the title that matched, besides the main title. */
  showsMatchedTitle?: boolean;
  describe(
    work: Work,
    key: string,
  ): Pick<PluginSearchResult, 'title' | 'year'> &
    Partial<PluginSearchResult> & {
      /** Titles, people, publisher and volumes of the description. */
      titles: readonly string[];
      people: readonly string[];
      publisher?: string;
      volumes?: number | undefined;
    };
}

const keyOf = ({ titles, year, kind, volumes }: Work): string => `${titles[0]} ${year} ${kind} ${volumes}`;
const isLatin = (title: string): boolean => /^[\p{Script=Latin}\P{L}]+$/u.test(title);

/** Services disagree by a year now and then. */
const toYear = (year: number, key: string): number => {
  const draw = chance(key, 'year');
  return draw < 0.04 ? year - 1 : draw < 0.08 ? year + 1 : year;
};

/** `Miura Kentaro`, as some services write names. */
const familyFirst = (name: string): string => {
  const words = name.split(' ');
  return [words.at(-1)?.toUpperCase() ?? '', ...words.slice(0, -1)].join(' ');
};

const kinds: readonly Making[] = [
  {
    // Titles in all languages and staff in the search, original years, volumes of finished series only.
    name: 'manga and light novels with staff',
    share: 0.85,
    covers: isAsian,
    describe: (work, key) => ({
      title: work.titles[0],
      alternateTitles: work.titles.slice(1),
      year: toYear(work.year, key),
      authors: [...work.people],
      format: work.kind === 'novel' ? 'light_novel' : 'manga',
      titles: work.titles,
      people: work.people,
      volumes: chance(key, 'finished') < 0.6 ? work.volumes : undefined,
    }),
  },
  {
    // Romanized main titles, a search with the matched title and without people, other titles in the description.
    name: 'manga by romanized titles',
    showsMatchedTitle: true,
    share: 0.85,
    covers: isAsian,
    describe: (work, key) => ({
      title: work.titles.slice(1).find(isLatin) ?? work.titles[0],
      year: toYear(work.year, key),
      format: work.kind === 'novel' ? 'light_novel' : work.kind === 'webtoon' ? 'manhwa' : 'manga',
      titles: work.titles,
      people: work.people.map(familyFirst),
      publisher: work.edition.publisher,
      volumes: chance(key, 'finished') < 0.6 ? work.volumes : undefined,
    }),
  },
  {
    // Runs of issues by their first year, English editions of manga among them, no people.
    name: 'comics by run',
    share: 0.85,
    covers: ({ kind }) => kind === 'comic' || kind === 'manga',
    describe: (work, key) => ({
      title: work.titles[0],
      year: toYear(work.edition.year, key),
      format: 'comic',
      titles: work.titles.filter(isLatin),
      people: [],
      publisher: work.edition.publisher,
      volumes: work.volumes,
    }),
  },
  {
    // Books of unknown kind, with years of the original or of an edition.
    name: 'books',
    share: 0.85,
    isAsked: ({ kind, volumes }) => kind === 'novel' || volumes === 1,
    covers: ({ kind, volumes }) => kind === 'novel' || (kind === 'comic' && volumes < 12),
    describe: (work, key) => ({
      title: work.titles[0],
      year: toYear(chance(key, 'first') < 0.5 ? work.year : work.edition.year, key),
      authors: [...work.people],
      titles: [work.titles[0]],
      people: work.people,
      publisher: work.edition.publisher,
    }),
  },
];

const maxResults = 10;

const wordsOf = (titles: readonly string[]): Set<string> =>
  new Set(titles.flatMap((title) => toTitleForm(title).text.split(' ')));

const countShared = (words: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...words].filter((word) => others.has(word)).length;

/** The title that shares the most words with the query. */
const findMatched = (titles: readonly string[], wanted: ReadonlySet<string>): string =>
  titles.toSorted(
    (one, other) => countShared(wanted, wordsOf([other])) - countShared(wanted, wordsOf([one])),
  )[0] ?? '';

function toEntry(work: Work, { name, describe }: Making): Entry {
  const key = `${name} ${keyOf(work)}`;
  const { titles, people, publisher, volumes, ...result } = describe(work, key);
  const externalId = key;
  return {
    searched: titles,
    result: {
      externalId,
      alternateTitles: [],
      coverUrl: null,
      relevance: null,
      description: null,
      status: null,
      authors: [],
      format: null,
      ...result,
    },
    described: {
      provider: name,
      name,
      externalId,
      externalUrl: null,
      values: {
        title: result.title,
        alternateTitles: titles.filter((title) => title !== result.title).map((title) => ({ title })),
        year: result.year,
        authors: people.map((person) => ({ name: person, role: 'author' })),
        publisher,
        totalVolumeCount: volumes,
      },
      dropped: [],
    },
  };
}

function createService(making: Making, works: readonly Work[]): Service {
  const listed = works.filter(
    (work) => making.covers(work) && chance(making.name, keyOf(work), 'listed') < making.share,
  );
  const entries = new Map(listed.map((work) => [work, toEntry(work, making)]));
  const byId = new Map([...entries.values()].map((entry) => [entry.result.externalId, entry]));
  const index = [...byId.values()].map((entry) => ({ entry, words: wordsOf(entry.searched) }));
  const { name } = making;
  return {
    plugin: { id: name, package: name, name, displayName: name },
    isAsked: (work) => making.isAsked?.(work) ?? true,
    findId(work, title) {
      const entry = entries.get(work);
      return entry?.searched.includes(title) ? entry.result.externalId : undefined;
    },
    asking: {
      async search(_, query) {
        const wanted = wordsOf([query]);
        return index
          .map(({ entry, words }) => ({
            entry,
            shared: countShared(wanted, words),
            size: words.size,
          }))
          .filter(({ shared }) => shared > 0)
          .toSorted((one, other) => other.shared - one.shared || one.size - other.size)
          .slice(0, maxResults)
          .map(({ entry: { result, searched } }) =>
            making.showsMatchedTitle
              ? { ...result, alternateTitles: [findMatched(searched, wanted)] }
              : result,
          );
      },
      match: async () => [],
      async describe(_, externalId) {
        const entry = byId.get(externalId);
        if (!entry) throw new Error(`No entry ${externalId}`);
        return entry.described;
      },
    },
  };
}

export const createServices = (works: readonly Work[]): Service[] =>
  kinds.map((making) => createService(making, works));
