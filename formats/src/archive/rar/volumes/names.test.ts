import { expect, test } from 'vitest';
import { makeRar4, makeRar5, type RarOptions } from '../../../../../server/test/makers/rar.ts';
import { findVolumePosition, volumeHeadBytes } from './head.ts';
import { findMissingName, findPart, listVolumeNames, toArchiveName } from './names.ts';

const listOf = (first: string, names: readonly string[]) =>
  listVolumeNames(first, (name) => names.includes(name));

test.each<[string, string[]]>([
  ['a.part1.rar', ['a.part1.rar', 'a.part2.rar', 'a.part3.rar']],
  ['a.part01.rar', ['a.part01.rar', 'a.part02.rar']],
  ['a.part9.cbr', ['a.part9.cbr', 'a.part10.cbr']],
  ['a.part1.cbr', ['a.part1.cbr', 'a.part2.rar']],
  ['a.Part1.RAR', ['a.Part1.RAR', 'a.Part2.RAR']],
  ['a.rar', ['a.rar', 'a.r00', 'a.r01']],
  ['a.cbr', ['a.cbr', 'a.r00']],
  ['a.RAR', ['a.RAR', 'a.R00', 'a.R01']],
  ['a.000.rar', ['a.000.rar', 'a.001.rar', 'a.002.rar']],
  ['a.001.rar', ['a.001.rar', 'a.001.r00']],
  ['a.r98', ['a.r98', 'a.r99', 'a.s00']],
  ['a.z99', ['a.z99']],
  ['a.cbz', ['a.cbz']],
])('lists the volumes after %s by their names', (first, names) => {
  expect(listOf(first, [...names, 'a.part5.rar', 'b.part2.rar', 'a.r07'])).toEqual(names);
});

test('recognizes the name of a volume by its number only', () => {
  expect(findPart('Batman.part2.cbr')).toMatchObject({ number: 2 });
  for (const name of ['Batman part2.cbr', 'a.part.rar', 'a.part1.cbz', 'part1', 'a.part1.rar.txt'])
    expect(findPart(name)).toBeUndefined();
});

test.each([
  ['a.part2.rar', 'a.part1.rar'],
  ['a.part002.cbr', 'a.part001.cbr'],
  ['a.part1.rar', 'a.part2.rar'],
  ['a.rar', 'a.r00'],
  ['a.r04', 'a.r05'],
  ['a.000.rar', 'a.001.rar'],
])('reports for %s the missing volume %s', (name, missing) => {
  expect(findMissingName(name)).toBe(missing);
});

test('derives the name of an archive from its volumes without their number', () => {
  expect(['Saga 01.part01.rar', 'Saga 01.rar', 'Saga.part1.cbr', 'Saga.000.cbr'].map(toArchiveName)).toEqual([
    'Saga 01.rar',
    'Saga 01.rar',
    'Saga.cbr',
    'Saga.cbr',
  ]);
});

test.each<[string, RarOptions, string | undefined, string | undefined]>([
  ['an archive', {}, undefined, undefined],
  ['a first volume', { isVolume: true }, 'first', 'first'],
  ['a later volume', { isVolume: true, number: 3 }, 'volume', 'later'],
  ['one whose headers are encrypted', { isVolume: true, hasEncryptedHeaders: true }, 'first', 'volume'],
])('detects %s by its first bytes', (_, options, rar4, rar5) => {
  const placeOf = (bytes: Buffer) => findVolumePosition(bytes.subarray(0, volumeHeadBytes));
  expect([placeOf(makeRar4([], options)), placeOf(makeRar5([], options))]).toEqual([rar4, rar5]);
});

test('detects no volume in other files', () => {
  for (const head of ['', 'Rar!', 'PK\x03\x04', 'Rar!\x1a\x07\0', `Rar!\x1a\x07\x01\0${'\xff'.repeat(56)}`])
    expect(findVolumePosition(Buffer.from(head, 'latin1'))).toBeUndefined();
});
