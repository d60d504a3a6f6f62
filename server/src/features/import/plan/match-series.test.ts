import { expect, test } from 'vitest';
import { matchSeries } from './match-series.ts';

/** Source books and local books, as lists of `<source series> <local series>`. */
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

test('matches a source series to the series with most of its books, and restricts all series with any', async () => {
  expect(await match('saga Moved', 'saga Saga', 'saga Saga', 'saga')).toEqual({
    byId: { saga: 'Saga' },
    described: { saga: 'Saga' },
    homes: { saga: ['Moved', 'Saga'] },
  });
});

test('uses the metadata of the source series with more books when two share a folder', async () => {
  expect(await match('specials Saga', 'saga Saga', 'saga Saga')).toEqual({
    byId: { specials: 'Saga', saga: 'Saga' },
    described: { saga: 'Saga' },
    homes: { specials: ['Saga'], saga: ['Saga'] },
  });
});

test('does not match a series without books on this server', async () => {
  expect(await match('gone')).toEqual({ byId: {}, described: {}, homes: {} });
});
