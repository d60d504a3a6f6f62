import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Candidate,
  defaultThreshold,
  type LocalWork,
  rankCandidates,
  type Score,
  scoreCandidate,
} from './score.ts';
import { compareTitles, type Kind, toKind, toTitleForm } from './titles.ts';

const nothing = { year: null, kind: null, volumes: null, people: [], isbns: [], ids: [] };
const wanted = (title: string, more: Partial<LocalWork> = {}): LocalWork => ({
  ...nothing,
  titles: [title],
  ageRating: null,
  ...more,
});
const candidate = (title: string, more: Partial<Candidate> = {}): Candidate => ({
  ...nothing,
  titles: [title],
  isAdult: false,
  ...more,
});
const compare = (one: string, other: string) => compareTitles(toTitleForm(one), toTitleForm(other));

describe('titles', () => {
  test.each([
    ['Hunter × Hunter', 'HUNTER×HUNTER'],
    ['The Walking Dead', 'Walking Dead, The'.replace(', The', '')],
    ['Batman & Robin', 'Batman and Robin'],
    ['Astérix', 'ASTERIX'],
    ['進撃の巨人', '進撃の巨人'],
    ['ﾍﾞﾙｾﾙｸ', 'ベルセルク'],
    ['Kingdom Hearts II', 'Kingdom Hearts 2'],
    ['Berserk (1989) [Digital]', 'Berserk'],
    ['Spider-Man', 'Spiderman'],
    ['Frieren: Beyond Journey’s End', "Frieren - Beyond Journey's End"],
    ['Batman #01', 'Batman 1'],
  ])('%s equals %s', (one, other) => expect(compare(one, other)).toBe(1));

  test.each([
    ['Kingdom Hearts', 'Kingdom Hearts II'],
    ['20th Century Boys', '21st Century Boys'],
    ['Battle Royale', 'Battle Royale II'],
    ['Vagabond', 'Vagabond Omnibus'],
    ['Saga #5', 'Saga #6'],
    ['Berserk', 'Berserk of Gluttony'],
    ['ベルセルク', '暴食のベルセルク'],
    ['', 'Saga'],
    ['ア', 'イ'],
  ])('%s differs from %s', (one, other) => expect(compare(one, other)).toBeLessThan(0.75));

  test('reads kind and year from brackets in titles', () => {
    expect(toTitleForm('Another (Light Novel)')).toMatchObject({ text: 'another', kind: 'novel' });
    expect(toTitleForm('Daredevil (2011)')).toMatchObject({ text: 'daredevil', year: 2011 });
    expect(toTitleForm('Ajin: Demi-Human (Part Two)').text).toContain('part');
    expect([toKind('one_shot'), toKind('light_novel'), toKind('Manhwa')]).toEqual([
      undefined,
      'novel',
      'webtoon',
    ]);
  });
});

describe('a match', () => {
  const score = (one: LocalWork, other: Candidate) => scoreCandidate(one, other).score;

  test('decides by ISBN or by an id of the same service, regardless of titles', () => {
    const isbns = ['9780306406157'];
    expect(score(wanted('A', { isbns }), candidate('B', { isbns }))).toBe(1);
    const ids = [{ source: 'anilist', externalId: '7' }];
    expect(score(wanted('A', { ids }), candidate('B', { ids }))).toBe(1);
    expect(
      score(wanted('A', { ids }), candidate('A', { ids: [{ source: 'AniList', externalId: '8' }] })),
    ).toBe(0);
    expect(
      score(
        wanted('Long Title', { ids, year: 2000, kind: 'manga' }),
        candidate('Long Title', { ids: [{ source: 'x', externalId: '7' }], year: 2000, kind: 'manga' }),
      ),
    ).toBeGreaterThan(defaultThreshold);
  });

  test('returns the reasons for a score', () => {
    const { reasons } = scoreCandidate(
      wanted('Saga', { year: 2012, people: ['Vaughan, Brian K.'], volumes: 11 }),
      candidate('Saga', { year: 2013, people: ['Brian K. Vaughan'], kind: 'comic', volumes: 3 }),
    );
    expect(reasons).toEqual([
      { kind: 'title', isFor: true, detail: 'Saga' },
      { kind: 'year', isFor: true, detail: '2013' },
      { kind: 'people', isFor: true, detail: 'Brian K. Vaughan' },
      { kind: 'volumes', isFor: false, detail: '3' },
    ]);
  });

  test('requires confirmation for adult titles unless the local work is also for adults', () => {
    const facts = { year: 2000, kind: 'manga' } as const;
    const adult = candidate('Some Title', { ...facts, isAdult: true });
    expect(score(wanted('Some Title', facts), adult)).toBeLessThan(defaultThreshold);
    expect(score(wanted('Some Title', { ...facts, ageRating: 18 }), adult)).toBeGreaterThan(defaultThreshold);
  });

  test('does not count a name in another script as a contradiction', () => {
    const one = wanted('Akira', { people: ['Katsuhiro Otomo'], kind: 'manga' });
    expect(score(one, candidate('Akira', { people: ['大友克洋'], kind: 'manga' }))).toBeGreaterThan(
      defaultThreshold,
    );
  });

  test('requires confirmation when two candidates are similarly likely', () => {
    const facts = { year: 2011, kind: 'comic' } as const;
    const one = wanted('Batman', facts);
    const [best] = rankCandidates(
      [candidate('Batman', facts), candidate('Batman', facts)].map((other) => scoreCandidate(one, other)),
    );
    expect(best?.score).toBeLessThan(defaultThreshold);
    expect(best?.reasons.at(-1)?.kind).toBe('ambiguous');
  });
});

type Work = Candidate;
const describeWork = ({ titles, year, kind }: Work) => `${titles[0]} (${year}, ${kind})`;

const works: Work[] = readFileSync(new URL('real-works.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [title = '', others = '', year, kind, volumes, people = ''] = line.split('\t');
    const titles = [title, ...others.split(';').filter(Boolean)];
    const facts = { kind: kind as Kind, year: Number(year), volumes: Number(volumes) };
    return { ...candidate(title, facts), titles, people: people.split(';').filter(Boolean) };
  });

/** Metadata as found in files: complete, partial, or almost none. */
const shapes: Record<string, (work: Work, i: number) => LocalWork> = {
  everything: ({ titles: [title = ''], year, kind, people }) => wanted(title, { year, kind, people }),
  'title and year': ({ titles: [title = ''], year }, i) =>
    wanted(title, { year: i % 5 === 0 ? (year ?? 0) + 1 : year }),
  'title and people': ({ titles: [title = ''], people }) => wanted(title, { people: people.slice(0, 1) }),
  'title, year and kind drawn': ({ titles: [title = ''], year, kind }) =>
    wanted(title, { year, kind: kind === 'novel' ? 'novel' : 'drawn' }),
  'title and kind': ({ titles: [title = ''], kind }) => wanted(title, { kind }),
  'title alone': ({ titles: [title = ''] }) => wanted(title),
  'another title, kind and year': ({ titles, year, kind }) => wanted(titles.at(-1) ?? '', { year, kind }),
  'a folder name': ({ titles: [title = ''], year, kind }) =>
    wanted(`${title.replaceAll(/[:?!.]/g, ' ')} (${year}) (Digital)`, { kind }),
  'changed letters': ({ titles: [title = ''], year, kind }) =>
    wanted(title.replace(/(\p{L})(\p{L})/u, '$2$1'), { year, kind }),
};

const wordsOf = (titles: readonly string[]) =>
  new Set(titles.flatMap((title) => toTitleForm(title).text.split(' ')));
const known = works.map((work) => ({ work, words: wordsOf(work.titles) }));

/** Simulates a service's search: returns every work that shares a word. */
function search(one: LocalWork): (Score & { work: Work })[] {
  const words = [...wordsOf(one.titles)];
  return known
    .filter((other) => words.some((word) => other.words.has(word)))
    .map(({ work }) => ({ work, ...scoreCandidate(one, work) }));
}

/** The work that is accepted without confirmation, or undefined. */
function accept(scored: readonly (Score & { work: Work })[]): Work | undefined {
  const [best] = rankCandidates(scored);
  return best && best.score >= defaultThreshold ? best.work : undefined;
}

describe('scoring real works with similar titles', () => {
  test('uses at least 300 works, many of them with the same name', () => {
    expect(works.length).toBeGreaterThan(300);
    const names = Map.groupBy(works, ({ titles: [title] }) => title);
    expect([...names.values()].filter((same) => same.length > 1).length).toBeGreaterThan(60);
  });

  test('accepts a wrong work automatically in fewer than 1 % of cases', () => {
    const report: Record<string, { accepted: number; wrong: string[]; recall: number }> = {};
    for (const [shape, toWanted] of Object.entries(shapes)) {
      const wrong: string[] = [];
      let accepted = 0;
      let right = 0;
      for (const [i, work] of works.entries()) {
        const scored = search(toWanted(work, i));
        // Scores each work twice: with the full list, and against a service without the work, where any accepted result
        // is wrong.
        const found = accept(scored);
        const other = accept(scored.filter((one) => one.work !== work));
        for (const one of [found, other]) if (one) accepted++;
        if (found === work) right++;
        for (const one of [found === work ? undefined : found, other])
          if (one) wrong.push(`${describeWork(work)} → ${describeWork(one)}`);
      }
      report[shape] = { accepted, wrong, recall: right / works.length };
    }
    const all = Object.values(report);
    const accepted = all.reduce((sum, one) => sum + one.accepted, 0);
    const wrong = all.flatMap((one) => one.wrong);
    // Comparing `wrong` with itself lists the mismatched works in the failure message.
    expect({ share: wrong.length / accepted, wrong }).toEqual({
      share: expect.toSatisfy((share: number) => share < 0.01),
      wrong,
    });
    expect(accepted).toBeGreaterThan(2_000);
    const recalls = Object.entries(report).map(([shape, { recall }]) => [shape, Math.round(recall * 100)]);
    expect(Object.fromEntries(recalls)).toEqual({
      everything: 99,
      'title and year': 0,
      'title and people': 0,
      'title, year and kind drawn': 99,
      'title and kind': 71,
      'title alone': 0,
      'another title, kind and year': 99,
      'a folder name': 99,
      'changed letters': 1,
    });
  });
});
