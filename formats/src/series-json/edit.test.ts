import { expect, test } from 'vitest';
import { faultOf } from '../../../server/test/faults.ts';
import { defaultLimits as limits } from '../limits.ts';
import type { SeriesMetadata } from '../metadata.ts';
import { canSayInSeriesJson, editSeriesJson, isSameInSeriesJson, isSeriesJsonField } from './edit.ts';
import { parseSeriesJson } from './parse.ts';

const edit = (before: string | undefined, metadata: SeriesMetadata, more: string[] = []): string =>
  editSeriesJson(
    before === undefined ? undefined : Buffer.from(before),
    { metadata, fields: [...Object.keys(metadata), ...more].filter(isSeriesJsonField) },
    limits,
  );

const full: SeriesMetadata = {
  title: 'Saga',
  publisher: 'Image',
  imprint: 'Top',
  year: 2012,
  summary: 'Two armies',
  status: 'ended',
  ageRating: 17,
  totalChapterCount: 54,
  identifiers: [{ scheme: 'comicvine', value: '46568' }],
};

test('writes a new document that reads back unchanged', () => {
  const made = edit(undefined, full);
  expect(parseSeriesJson(Buffer.from(made), limits)).toEqual(full);
  expect(JSON.parse(made)).toMatchObject({
    version: '1.0.2',
    metadata: { type: 'comicSeries', name: 'Saga', comicid: 46568, status: 'Ended', collects: null },
  });
});

test('keeps everything else, its order and its indentation', () => {
  const before =
    '{\r\n    "mine": [1, 2],\r\n    "metadata": {\r\n        "own": {"a": 1},\r\n        "name": "Old",\r\n        "status": "Ended"\r\n    }\r\n}\r\n';
  const made = edit(before, { title: 'New' }, ['status']);
  expect(Object.entries(JSON.parse(made).metadata)).toEqual([
    ['own', { a: 1 }],
    ['name', 'New'],
    ['status', null],
  ]);
  expect(made.startsWith('{\r\n    "mine": [')).toBe(true);
  expect(made.endsWith('}\r\n')).toBe(true);
  expect(edit(before, { title: 'Old' })).toContain('"status": "Ended"');
});

test('keeps the shape of earlier versions', () => {
  const made = edit('{"metadata":[{"type":"comicSeries","cid":"1","name":"Old"}]}', full);
  expect(made.startsWith('{"metadata":[{"type":"comicSeries","cid":46568,"name":"Saga"')).toBe(true);
  expect(parseSeriesJson(Buffer.from(made), limits)).toMatchObject(full);
});

test('updates a formatted description along with the plain one', () => {
  const made = edit('{"metadata":{"description_formatted":"<b>Old</b>"}}', { summary: 'New' });
  expect(JSON.parse(made).metadata).toEqual({ description_text: 'New', description_formatted: 'New' });
});

test.each(['[]', '{', '{"metadata":{"type":"manga"}}', '{"metadata":7}'])('leaves %s unchanged', (text) => {
  expect(faultOf(() => edit(text, { title: 'New' }))).toBe('metadata malformed');
});

test('does not write values that the format cannot express', () => {
  expect(canSayInSeriesJson('status', { status: 'hiatus' })).toBe(false);
  expect(canSayInSeriesJson('status', {})).toBe(true);
  expect(canSayInSeriesJson('ageRating', { ageRating: 16 })).toBe(false);
  expect(canSayInSeriesJson('ageRating', { ageRating: 0 })).toBe(true);
  expect(canSayInSeriesJson('totalChapterCount', { status: 'ongoing', totalChapterCount: 5 })).toBe(false);
  expect(canSayInSeriesJson('title', {})).toBe(false);
  const ids = (scheme: string): SeriesMetadata => ({ identifiers: [{ scheme, value: '1' }] });
  expect(isSameInSeriesJson('identifiers', ids('anilist'), {})).toBe(true);
  expect(isSameInSeriesJson('identifiers', ids('comicvine'), {})).toBe(false);
});
