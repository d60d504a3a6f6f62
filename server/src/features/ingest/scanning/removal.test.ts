import { expect, test } from 'vitest';
import { decideRemoval, type Loss } from './removal.ts';

const day = 24 * 60 * 60 * 1000;
const aLoss = (loss: Partial<Loss>): Loss => ({
  missing: 1,
  live: 100,
  hasNewDevice: false,
  heldAtMs: null,
  nowMs: 10 * day,
  isConfirmed: false,
  ...loss,
});

test.each([
  ['a few books of many', { missing: 5 }, 'remove'],
  ['twenty books, regardless of the total', { missing: 20, live: 20 }, 'remove'],
  ['twenty-one books of twenty-one', { missing: 21, live: 21 }, 'hold'],
  ['exactly thirty percent', { missing: 30 }, 'remove'],
  ['slightly more than thirty percent', { missing: 31 }, 'hold'],
  ['a large loss that a user confirms', { missing: 90, isConfirmed: true }, 'remove'],
  ['a large loss seen again after an hour', { missing: 90, heldAtMs: 10 * day - 3_600_000 }, 'hold'],
  ['a large loss seen again after a day', { missing: 90, heldAtMs: 9 * day }, 'remove'],
  ['all ten books after another disk was mounted', { missing: 10, live: 10, hasNewDevice: true }, 'hold'],
  [
    'one of many books after a restart that renumbered the disks',
    { missing: 1, hasNewDevice: true },
    'remove',
  ],
] as const)('%s', (_, loss, decision) => {
  expect(decideRemoval(aLoss(loss))).toBe(decision);
});
