// Converts damaged images of every format. The result is a thumbnail or an error of the expected kind.
import { expect, test } from 'vitest';
import { makeImage, makeJxl } from '../../../server/test/makers/images.ts';
import { mutate, seededRandom } from '../../../server/test/mutations.ts';
import { FormatError } from '../error.ts';
import { makeThumbnail } from './convert.ts';

test('returns a thumbnail or throws a thumbnail error for 600 damaged images', async () => {
  const formats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const;
  const seeds = await Promise.all(formats.map((format) => makeImage({ format, width: 50, height: 70 })));
  const random = seededRandom(20_261_121);
  let made = 0;
  for (let round = 0; round < 600; round++) {
    const bytes = mutate(seeds[round % seeds.length] ?? Buffer.alloc(0), random);
    const result = await makeThumbnail(bytes, { maxWidth: 20, maxHeight: 20 }).catch(
      (error: unknown) => error,
    );
    if (result instanceof Error) expect(result).toBeInstanceOf(FormatError);
    if (result instanceof FormatError) expect(result.kind).toBe('thumbnail');
    else made++;
  }
  expect(made).toBeGreaterThan(60);
});

test('decodes a JPEG XL after damaged ones', async () => {
  const seed = await makeJxl({ width: 30, height: 40 });
  const random = seededRandom(3);
  for (let round = 0; round < 12; round++) {
    const result = await makeThumbnail(mutate(seed, random), { maxWidth: 20, maxHeight: 20 }).catch(
      (error) => error,
    );
    if (result instanceof Error) expect(result).toBeInstanceOf(FormatError);
  }
  await expect(makeThumbnail(seed, { maxWidth: 20, maxHeight: 20 })).resolves.toMatchObject({ height: 20 });
});
