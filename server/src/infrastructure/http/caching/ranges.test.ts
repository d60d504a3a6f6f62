import { expect, test } from 'vitest';
import { fc } from '../../../../test/harness/property.ts';
import { decideRange } from './ranges.ts';

const whole = { kind: 'whole' };
const nothing = { kind: 'unsatisfiable' };
const part = (start: number, end: number) => ({ kind: 'part', start, end });

test.each([
  ['no header', undefined, whole],
  ['first bytes', 'bytes=0-9', part(0, 9)],
  ['one byte', 'bytes=5-5', part(5, 5)],
  ['from the middle to the end', 'bytes=50-', part(50, 99)],
  ['the last bytes', 'bytes=-10', part(90, 99)],
  ['more last bytes than the file has', 'bytes=-500', part(0, 99)],
  ['an end beyond the file', 'bytes=90-1000', part(90, 99)],
  ['an end beyond 2^53', 'bytes=90-18446744073709551615', part(90, 99)],
  ['a start beyond the file', 'bytes=100-', nothing],
  ['a start far beyond the file', 'bytes=99999999999999999999-', nothing],
  ['zero last bytes', 'bytes=-0', nothing],
  ['the unit in capitals', 'BYTES=0-0', part(0, 0)],
  ['a reversed range is ignored', 'bytes=9-5', whole],
  ['several ranges return the whole', 'bytes=0-1,5-6', whole],
  ['also a thousand ranges', `bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(',')}`, whole],
  ['another unit', 'pages=1-2', whole],
  ['no numbers', 'bytes=-', whole],
  ['a sign', 'bytes=+1-2', whole],
  ['a fraction', 'bytes=1.5-2', whole],
  ['a number that is too long', `bytes=${'9'.repeat(40)}-`, whole],
])('%s', (_, header, decision) => {
  expect(decideRange(header, 100)).toEqual(decision);
});

test('an empty file has no ranges', () => {
  expect(decideRange('bytes=0-', 0)).toEqual(nothing);
  expect(decideRange('bytes=-5', 0)).toEqual(nothing);
});

test('for any header, a range is inside the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(1000), (text, a, b, size) => {
      for (const header of [text, `bytes=${a}-${b}`, `bytes=${a}-`, `bytes=-${b}`, `bytes=${text}`]) {
        const decision = decideRange(header, size);
        if (decision.kind !== 'part') continue;
        expect(decision.start).toBeGreaterThanOrEqual(0);
        expect(decision.end).toBeGreaterThanOrEqual(decision.start);
        expect(decision.end).toBeLessThan(size);
      }
    }),
  );
});
