// Every reader with values that shrink: a few here, and as long as one likes by `npm run bench -- fuzz`, which also
// tries the bodies of requests. TEST_SEED chooses others.
import { expect, test } from 'vitest';
import { anyText } from './arbitraries.ts';
import { property, tryProperty } from './property.ts';
import { readerProperties } from './readers.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);

test.each(readerProperties.map((one) => [one.name, one] as const))(
  '%s: a result or a typed fault, whatever comes',
  { timeout: 60_000 },
  async (_, one) => {
    expect(await tryProperty(one, { seed, runs: 150 })).toBeUndefined();
  },
);

test('a fault is found, and told by its smallest value', async () => {
  const broken = property('broken', anyText, (text) => {
    if (text.includes('\u0000')) throw new Error('NUL');
  });
  const found = await tryProperty(broken, { seed: 1, runs: 2_000 });
  expect([found?.name, found?.value, found?.error.split('\n')[0]]).toEqual([
    'broken',
    '"\\u0000"',
    'Error: NUL',
  ]);
});
