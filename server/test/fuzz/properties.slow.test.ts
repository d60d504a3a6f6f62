// Property tests of every reader. TEST_SEED selects other values, TEST_FUZZ_ROUNDS a longer run.
import { expect, test } from 'vitest';
import { anyText } from './arbitraries.ts';
import { property, tryProperty } from './property.ts';
import { readerProperties } from './readers.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);
const rounds = Number(process.env.TEST_FUZZ_ROUNDS ?? 1);

test.each(readerProperties.map((reader) => [reader.name, reader] as const))(
  '%s: returns a result or a typed error for any input',
  { timeout: 60_000 * rounds },
  async (_, reader) => {
    expect(await tryProperty(reader, { seed, runs: 150 * rounds })).toBeUndefined();
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
