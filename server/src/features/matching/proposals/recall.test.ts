// Proposals for works with known matches (`npm run bench -- matching` runs all of them).
import { expect, test } from 'vitest';
import { goals, rate, runTrials, type Trial } from '../../../../test/matching/evaluate.ts';
import { readWorks } from '../../../../test/matching/works.ts';
import { defaultThreshold } from '../scoring/index.ts';

const every = 4;
const isWrong = ({ score, isRight }: Trial) => score >= defaultThreshold && !isRight;

test('the table has works of one name in the same half', () => {
  const names = [...Map.groupBy(readWorks(), ({ titles: [title] }) => title).values()];
  expect(names.length).toBeGreaterThan(700);
  expect(names.filter(({ length }) => length > 1).length).toBeGreaterThan(100);
  expect(names.every((works) => new Set(works.map(({ isHeldOut }) => isHeldOut)).size === 1)).toBe(true);
});

test('accepts at least 75 % of the possible matches, and at most 0.5 % wrong ones', async () => {
  const trials = await runTrials('held-out', { every });
  const { recall, wrong, accepted } = rate(trials, defaultThreshold);
  expect(accepted).toBeGreaterThan(1_000);
  expect(recall).toBeGreaterThanOrEqual(goals.recall);
  const list = trials
    .filter(isWrong)
    .map(({ shape, work, proposed }) => `${shape}: ${work.titles[0]} → ${proposed}`);
  // Comparing the list with itself shows the mismatched works in the failure message.
  expect({ wrong, list }).toEqual({ wrong: expect.toSatisfy((share: number) => share <= goals.wrong), list });
});

test('a score is at most the share of right matches', async () => {
  const trials = await runTrials('held-out', { every });
  for (const least of [0.6, 0.7, 0.8, 0.9]) {
    const some = trials.filter(({ score }) => score >= least && score < least + 0.1);
    expect(some.length).toBeGreaterThan(0);
    const right = some.filter(({ isRight }) => isRight).length / some.length;
    expect([least, right]).toEqual([least, expect.toSatisfy((share: number) => share >= least)]);
  }
});
