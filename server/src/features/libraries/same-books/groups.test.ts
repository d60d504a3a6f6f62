import { expect, test } from 'vitest';
import { type Candidate, groupDismissed, groupSameBooks, toPairKey } from './groups.ts';

const aBook = (id: string, extra: Partial<Candidate> = {}): Candidate => ({
  id,
  fileFormat: 'epub',
  seriesId: `series of ${id}`,
  titleKey: 'one',
  seriesTitleKey: `series of ${id}`,
  number: null,
  volume: null,
  year: null,
  reason: 'title',
  termId: null,
  ...extra,
});
const none = new Set<string>();
const idsOf = async (books: readonly Candidate[], dismissed: ReadonlySet<string> = none) =>
  (await groupSameBooks(books, dismissed)).map(({ reason, ids }) => [reason, ...ids]);

test('groups a title by the same author, or within one series', async () => {
  const epub = aBook('a', { termId: 'ann' });
  expect(await idsOf([epub, aBook('b', { fileFormat: 'pdf', termId: 'ann' })])).toEqual([
    ['title', 'a', 'b'],
  ]);
  expect(await idsOf([epub, aBook('b', { fileFormat: 'pdf', termId: 'bob' })])).toEqual([]);
  const there = { seriesId: 's', seriesTitleKey: 's' };
  expect(await idsOf([aBook('a', there), aBook('b', { fileFormat: 'pdf', ...there })])).toHaveLength(1);
  expect(await idsOf([aBook('a', there), aBook('b', there)])).toEqual([]);
  const by = (id: string, termId: string, fileFormat = 'epub') => aBook(id, { ...there, termId, fileFormat });
  expect(await idsOf([by('a', 'ann'), by('b', 'bob', 'pdf')])).toEqual([]);
  expect(await idsOf([by('a', 'ann'), by('b', 'bob', 'pdf'), by('b', 'ann', 'pdf')])).toHaveLength(1);
});

test('separates books of different numbers, volumes or years that share everything else', async () => {
  const first = { seriesTitleKey: 's', number: 1, termId: 'ann' };
  const pdf = { ...first, fileFormat: 'pdf' };
  expect(await idsOf([aBook('a', first), aBook('b', pdf)])).toHaveLength(1);
  expect(await idsOf([aBook('a', first), aBook('b', { ...pdf, number: 2 })])).toEqual([]);
  expect(await idsOf([aBook('a', { ...first, volume: 1 }), aBook('b', { ...pdf, volume: 2 })])).toEqual([]);
  const runs = [
    aBook('a', { ...first, reason: 'number', year: 1940 }),
    aBook('b', { ...pdf, reason: 'number', year: 2011 }),
  ];
  expect(await idsOf(runs)).toEqual([]);
  expect(await idsOf(runs.map((book) => ({ ...book, seriesId: 's' })))).toEqual([['number', 'a', 'b']]);
});

test('joins overlapping pairs into one group with the most reliable reason', async () => {
  const books = [
    aBook('a', { termId: 'ann' }),
    aBook('b', { fileFormat: 'pdf', termId: 'ann' }),
    aBook('b', { fileFormat: 'pdf', reason: 'external_id', termId: '978' }),
    aBook('c', { fileFormat: 'mobi', titleKey: 'uno', reason: 'external_id', termId: '978' }),
  ];
  expect(await idsOf(books)).toEqual([['external_id', 'a', 'b', 'c']]);
  const dismissed = new Set([toPairKey('b', 'c')]);
  expect(await idsOf(books, dismissed)).toEqual([['title', 'a', 'b']]);
  expect(groupDismissed([{ bookId: 'b', otherId: 'c' }])).toEqual([{ reason: 'dismissed', ids: ['b', 'c'] }]);
});
