import { expect, test } from 'vitest';
import { fc } from '../../../../test/harness/property.ts';
import { encodeNumber, toKeyBetween } from './encode.ts';

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

test('encoded numbers compare like the numbers', () => {
  expect([0, 0.5, 7, 10, 10.5, -1, -10.5, 1e20].map(encodeNumber)).toEqual([
    'a0',
    'a0.5',
    'a7',
    'b10',
    'b10.5',
    'Z8~',
    'Y89.4~',
    'p1000000000000000',
  ]);
  const value = fc.oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 8),
    fc.double({ min: -1e14, max: 1e14, noNaN: true }).map((n) => Number(n.toFixed(2))),
  );
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(Math.sign(compareBytes(`${encodeNumber(a)}\u0001`, `${encodeNumber(b)}\u0001`)) || 0).toBe(
        Math.sign(a - b) || 0,
      );
    }),
  );
});

test('a key between two keys is between them, also after many placements', () => {
  const placements = fc.array(fc.nat(), { maxLength: 60 });
  fc.assert(
    fc.property(placements, (at) => {
      const keys = [
        '1~\u0001a1\u0001saga',
        '1~\u0001a1\u0001saga 2',
        '1~\u0001a2',
        '1~\u0001a2\u00022annual\u0001',
      ];
      for (const n of at) {
        const index = n % (keys.length + 1);
        keys.splice(index, 0, toKeyBetween(keys[index - 1] ?? null, keys[index] ?? null));
      }
      expect(keys).toEqual([...new Set(keys)].sort(compareBytes));
    }),
  );
});

test('repeated placements in one gap keep keys short', () => {
  let key = '1~\u0001a1';
  for (let i = 0; i < 100; i++) key = toKeyBetween('1~\u0001a1', key === '1~\u0001a1' ? '1~\u0001a2' : key);
  expect(key.length).toBeLessThan(40);
});
