// Property tests of every reader. They run briefly here and for any duration with `npm run bench -- fuzz`, which also
// tests request bodies. TEST_SEED selects other values.
import { expect, test } from 'vitest';
import { anyText } from './arbitraries.ts';
import { property, tryProperty } from './property.ts';
import { readerProperties } from './readers.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);

test.each(readerProperties.map((one) => [one.name, one] as const))(
  '%s: returns a result or a typed error for any input',
  { timeout: 60_000 },
  async (_, one) => {
    expect(await tryProperty(one, { seed, runs: 150 })).toBeUndefined();
  },
);

test('reports a failure with its smallest value', async () => {
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
