import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { parseCbl } from './parse.ts';

const parse = (text: string) => parseCbl(Buffer.from(text), defaultLimits);

test('limits the length of names and numbers of a read list', () => {
  const long = '('.repeat(5_000);
  const { name, entries } = parse(
    `<ReadingList><Name>${long}</Name><Books>
      <Book Series="${long}" Number="${'1'.repeat(500)}" Volume="2012" Year="${'2'.repeat(500)}"/>
    </Books></ReadingList>`,
  );
  expect(name?.length).toBeLessThanOrEqual(255);
  expect(entries[0]?.series.length).toBeLessThanOrEqual(255);
  expect(entries[0]?.number?.length).toBeLessThanOrEqual(32);
  expect(entries[0]?.year?.length).toBeLessThanOrEqual(32);
  expect(entries[0]?.volume).toBe('2012');
});

test('reads a list that is not well-formed', () => {
  const { entries } = parse(
    '<ReadingList><Name>X & Y</Name><Books><Book Series="Hawk & Dove" Number="1"><Book Series="Hawk" Number=2></Books>',
  );
  expect(entries).toEqual([
    { series: 'Hawk & Dove', number: '1' },
    { series: 'Hawk', number: '2' },
  ]);
});
