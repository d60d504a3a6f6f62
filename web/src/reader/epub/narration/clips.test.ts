import { expect, test } from 'vitest';
import { toSeconds } from './clips.ts';

test.each([
  ['0:01:02.5', 62.5],
  ['1:02', 62],
  ['62.5s', 62.5],
  ['1.5min', 90],
  ['2h', 7_200],
  ['250ms', 0.25],
  [' 7 ', 7],
  ['0:00:010.0', 10],
  ['', undefined],
  ['npt=1s', undefined],
  ['-1s', undefined],
  ['1:2:3:4', undefined],
  ['1..2', undefined],
])('%j is %s seconds', (clock, seconds) => {
  expect(toSeconds(clock)).toBe(seconds);
});
