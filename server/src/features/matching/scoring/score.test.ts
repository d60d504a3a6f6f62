import { describe, expect, test } from 'vitest';
import { findSamePerson } from './people.ts';
import { defaultThreshold, rankCandidates, scoreCandidate } from './score.ts';
import { compareTitles, isMisspelled, type Kind, toKind, toTitleForm } from './titles.ts';
import type { Candidate, LocalWork } from './works.ts';

const nothing = { year: null, kind: null, volumes: null, people: [], publishers: [], isbns: [], ids: [] };
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
    ['Shoujo Shuumatsu Ryokou', 'Shōjo Shūmatsu Ryokō'],
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

  test.each([
    ['Monster', 'Mosnter', true],
    ['Attack on Titan', 'Attakc on Titan', true],
    ['Dragon Ball', 'Dragon Ball Z', false],
    ['Gantz:G', 'Gantz:E', false],
    ['Kizumonogatari', 'Nisemonogatari', false],
    ['Batman: Year One', 'Batman: Year Two', false],
    ['攻殻機動隊', '攻殻機動隊2', false],
    ['Saga', 'Saga', false],
  ])('%s and %s differ by wrong letters: %s', (one, other, expected) =>
    expect(isMisspelled(toTitleForm(one), toTitleForm(other))).toBe(expected),
  );

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
      wanted('Saga', { year: 2012, people: ['Vaughan, Brian K.'], publishers: ['Image'], volumes: 11 }),
      candidate('Saga', {
        year: 2013,
        people: ['Brian K. Vaughan'],
        kind: 'comic',
        publishers: ['Image Comics'],
        volumes: 3,
      }),
    );
    expect(reasons).toEqual([
      { kind: 'title', isFor: true, detail: 'Saga' },
      { kind: 'year', isFor: true, detail: '2013' },
      { kind: 'people', isFor: true, detail: 'Brian K. Vaughan' },
      { kind: 'publisher', isFor: true, detail: 'Image Comics' },
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
    const facts = { kind: 'manga', year: 1982 } as const;
    const one = wanted('Akira', { ...facts, people: ['Katsuhiro Otomo'] });
    expect(score(one, candidate('Akira', { ...facts, people: ['大友克洋'] }))).toBeGreaterThan(
      defaultThreshold,
    );
  });

  test.each([
    ['a manga in a translation of later years', { kind: 'manga', year: 2003 }, { kind: 'manga', year: 1994 }],
    ['a novel in a later edition', { kind: 'novel', year: 2007 }, { year: 1982 }],
  ] as const)('counts a later year as neutral: %s', (_, ours, theirs) => {
    const people = ['Naoki Urasawa'];
    expect(
      score(wanted('Monster', { ...ours, people }), candidate('Monster', { ...theirs, people })),
    ).toBeGreaterThan(defaultThreshold);
  });

  test('requires confirmation for another run of a comic', () => {
    const people = ['Mark Waid'];
    const other = candidate('Daredevil', { kind: 'comic', year: 2011, people });
    expect(score(wanted('Daredevil', { kind: 'drawn', year: 2014, people }), other)).toBeLessThan(
      defaultThreshold,
    );
  });

  test.each<[string, string, Partial<LocalWork>, Kind, number]>([
    ['a short title', 'Kingdom', { kind: 'manga', year: 2020 }, 'manga', 2006],
    ['a comic without a year', 'Witchblade', { kind: 'drawn' }, 'comic', 1995],
  ])('requires a second agreeing fact for an equal title: %s', (_, title, facts, kind, year) => {
    const theirs = candidate(title, { kind, year, publishers: ['Top Cow Productions'] });
    expect(score(wanted(title, facts), theirs)).toBeLessThan(defaultThreshold);
    const told = wanted(title, { ...facts, year, publishers: ['Top Cow'] });
    expect(score(told, theirs)).toBeGreaterThan(defaultThreshold);
  });

  test('requires confirmation if the kinds or the people differ', () => {
    const facts = { year: 2015, people: ['Miya Kazuki'], publishers: ['TO Books'], volumes: 33 };
    const novel = candidate('Ascendance of a Bookworm', { ...facts, kind: 'novel' });
    expect(score(wanted('Ascendance of a Bookworm', { ...facts, kind: 'manga' }), novel)).toBeLessThan(
      defaultThreshold,
    );
    const other = wanted('Ascendance of a Bookworm', { ...facts, kind: 'novel', people: ['Someone Else'] });
    expect(score(other, novel)).toBeLessThan(defaultThreshold);
  });

  test.each([
    ['Otomo, Katsuhiro', 'Katsuhiro Ohtomo'],
    ['J.R.R. Tolkien', 'John Ronald Reuel Tolkien'],
    ['MIURA Kentaro', 'Kentarou Miura'],
    ['Iain M. Banks', 'Iain Banks'],
    ['CLAMP', 'Clamp'],
  ])('%s and %s are one person', (one, other) => expect(findSamePerson([one], [other])).toBe(other));

  test.each([
    ['Brian Herbert', 'Frank Herbert'],
    ['Stephen King', 'Owen King'],
    ['Jim Lee', 'Stan Lee'],
  ])('%s and %s are different people', (one, other) => expect(findSamePerson([one], [other])).toBeNull());

  test('requires confirmation when two candidates are similarly likely', () => {
    const facts = { year: 2011, kind: 'comic' } as const;
    const theirs = { item: {}, candidate: candidate('Batman', facts) };
    const [best] = rankCandidates(wanted('Batman', facts), [theirs, theirs]);
    expect(best?.score).toBeLessThan(defaultThreshold);
    expect(best?.reasons.at(-1)?.kind).toBe('ambiguous');
  });

  test('requires confirmation for an equal title alone if the service has several works of this name', () => {
    const one = wanted('Usagi Yojimbo: Grasscutter', { kind: 'drawn' });
    const run = (year: number) => ({
      item: { year },
      candidate: candidate('Usagi Yojimbo: Grasscutter', { kind: 'comic', year }),
    });
    expect(rankCandidates(one, [run(1999)])[0]?.score).toBeGreaterThan(defaultThreshold);
    expect(rankCandidates(one, [run(1999), run(2021)])[0]?.score).toBeLessThan(defaultThreshold);
  });
});
