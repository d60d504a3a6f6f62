import { expect, test } from 'vitest';
import { fc } from '../../server/test/harness/property.ts';
import { compareNatural } from './natural-order.ts';

const sorted = (...names: string[]) => [...names].sort(compareNatural);

test.each([
  ['numbers by value', ['p1.webp', 'p2.webp', 'p10.webp', 'p100.webp']],
  ['capitals aside', ['001.jpg', '002.JPG', 'Cover.jpg', 'credits.jpg', 'Zine.jpg']],
  ['digits before all other characters', ['00.jpg', '1.jpg', '!cover.jpg', '%2e.png', 'a.jpg']],
  ['a name before names that extend it', ['page', 'page1', 'page1a', 'pageb']],
  [
    'a folder before folders whose names extend its name',
    ['Ch.1/9.jpg', 'Ch.1.5/1.jpg', 'Ch.2/1.jpg', 'Ch.10/1.jpg'],
  ],
  ['a folder with a suffix after the plain one', ['Vol 1/9.jpg', 'Vol 1 (extra)/1.jpg', 'Vol 2/1.jpg']],
  ['a leading slash as a character', ['%d.png', '../b.png', '/etc/c.png', 'a.png']],
  ['digits of other scripts as numbers', ['第２話', '第10話', '第１１話', '第٢٠話']],
  ['by code point beyond the basic plane', ['a.png', 'é.png', 'ｆｕｌｌ.png', '🦊.png']],
  ['fewer zeros first, small letters first', ['1.png', '1.PNG', '01.png', '001.png', '2.png']],
])('%s', (_, names) => {
  expect(sorted(...names.toReversed())).toEqual(names);
});

test('orders numbers that exceed every number type', () => {
  const digits = '9'.repeat(400);
  expect(sorted(`1${digits}.jpg`, `${digits}.jpg`, `${digits.slice(1)}8.jpg`)).toEqual([
    `${digits.slice(1)}8.jpg`,
    `${digits}.jpg`,
    `1${digits}.jpg`,
  ]);
});

test('compares a megabyte of digits or letters quickly', () => {
  const zeros = '0'.repeat(1_000_000);
  expect(compareNatural(`${zeros}1`, `${zeros}2`)).toBeLessThan(0);
  const mixed = 'a1'.repeat(500_000);
  expect(compareNatural(`${mixed}2`, `${mixed}10`)).toBeLessThan(0);
});

/** Names of few characters, so that many share a prefix. */
const name = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', '0', '1', '9', '/', '.', ' ', '９', '🦊', 'ß'),
  maxLength: 8,
});

test('is a total order of any names', () => {
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(compareNatural(a, b)) + Math.sign(compareNatural(b, a))).toBe(0);
      expect(compareNatural(a, b) === 0).toBe(a === b);
      if (compareNatural(a, b) <= 0 && compareNatural(b, c) <= 0) {
        expect(compareNatural(a, c)).toBeLessThanOrEqual(0);
      }
    }),
    { numRuns: 20_000 },
  );
});

test('orders numbers between equal words by value', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(4), (a, b, zeros) => {
      const order = compareNatural(`Vol. ${'0'.repeat(zeros)}${a}.jpg`, `Vol. ${b}.jpg`);
      if (a !== b) expect(Math.sign(order)).toBe(Math.sign(a - b));
    }),
  );
});
