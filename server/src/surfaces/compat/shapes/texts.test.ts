import { expect, test } from 'vitest';
import { toDay, toDayOf, toInt, toMoment, toSize } from './texts.ts';

test('times are whole seconds in UTC', () => {
  expect(toMoment(1_714_566_896_789)).toBe('2024-05-01T12:34:56Z');
  expect(toMoment('2024-05-01T12:34:56.999Z')).toBe('2024-05-01T12:34:56Z');
  expect(toMoment(-1)).toBe('1969-12-31T23:59:59Z');
});

test.each([
  ['2024', '2024-01-01'],
  ['2024-05', '2024-05-01'],
  ['2024-05-31', '2024-05-31'],
  ['last spring', null],
  [null, null],
])('the date %s becomes the day %s', (date, day) => expect(toDay(date)).toBe(day));

test.each([
  [0, '1970-01-01'],
  [null, null],
  [-70_000_000_000_000, null],
])('the time %s is on the day %s', (ms, day) => expect(toDayOf(ms)).toBe(day));

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [12_897_485, '12.3 MiB'],
  [5 * 1024 ** 3, '5.0 GiB'],
])('formats %d bytes as %s', (bytes, text) => expect(toSize(bytes)).toBe(text));

test('truncates integers and limits them to 32 bits', () => {
  expect([10.5, -10.5, 1e300, -1e300].map(toInt)).toEqual([10, -10, 2_147_483_647, -2_147_483_647]);
});
