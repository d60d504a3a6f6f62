// Converts damaged text books. The result is an EPUB or a FormatError within the time limit.
import { expect, test } from 'vitest';
import { findRefusal, scanBytes } from '../../../server/test/made-epub.ts';
import { makeTexts } from '../../../server/test/makers/texts/texts.ts';
import { seededRandom } from '../../../server/test/mutations.ts';

const rounds = 300;
/** Time limit of a round on a busy machine. */
const maxMs = 5_000;

test('converts or refuses damaged books', async () => {
  const random = seededRandom(20_261_126);
  const upTo = (max: number) => Math.floor(random() * max);
  let read = 0;
  for (const [format, { bytes, name }] of Object.entries(await makeTexts())) {
    for (let round = 0; round < rounds; round++) {
      const damaged = Buffer.from(bytes.subarray(0, round % 5 === 0 ? upTo(bytes.length) : bytes.length));
      for (let i = upTo(12); i >= 0 && damaged.length > 0; i--) damaged[upTo(damaged.length)] = upTo(256);
      const began = performance.now();
      const { faults } = await scanBytes(damaged, name);
      const refusal = await findRefusal(damaged, name);
      expect([format, round, performance.now() - began < maxMs]).toEqual([format, round, true]);
      if (faults.length === 0 && refusal === undefined) read++;
    }
  }
  expect(read).toBeGreaterThan(0);
}, 120_000);
