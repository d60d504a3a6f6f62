import { expect, test } from 'vitest';
import { matchSeries } from './match-series.ts';

/** Source books and books here, as lists of `<source series> <series here>`. */
async function match(...pairs: string[]) {
  const theirs = pairs.map((pair, i) => ({ id: String(i), seriesId: pair.split(' ')[0] ?? '' }));
  const ours = pairs.flatMap((pair, i) => {
    const [, seriesId] = pair.split(' ');
    return seriesId === undefined ? [] : [[String(i), { seriesId }] as const];
  });
  const { byId, described, homes } = await matchSeries(theirs, new Map(ours), async () => {});
  const [one, other, all] = [byId, described, homes].map((map) => Object.fromEntries(map));
  return { byId: one, described: other, homes: all };
}

test('a source series is the series that holds most of its books, and restricts all that hold any', async () => {
  expect(await match('saga Moved', 'saga Saga', 'saga Saga', 'saga')).toEqual({
    byId: { saga: 'Saga' },
    described: { saga: 'Saga' },
    homes: { saga: ['Moved', 'Saga'] },
  });
});

test('of two source series in one folder, the one with more books describes it', async () => {
  expect(await match('specials Saga', 'saga Saga', 'saga Saga')).toEqual({
    byId: { specials: 'Saga', saga: 'Saga' },
    described: { saga: 'Saga' },
    homes: { specials: ['Saga'], saga: ['Saga'] },
  });
});

test('a series that was not found has no match', async () => {
  expect(await match('gone')).toEqual({ byId: {}, described: {}, homes: {} });
});
