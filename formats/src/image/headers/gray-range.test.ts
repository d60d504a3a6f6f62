import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type CodedPicture, nclx, wrapPicture } from '../../../../server/test/makers/boxes.ts';
import { mutate, seededRandom } from '../../../../server/test/mutations.ts';
import { convertImage, makeThumbnail } from '../convert.ts';
import { findLimitedGray } from './gray-range.ts';

const coded = (codec: CodedPicture['codec'], config: string, data: string): CodedPicture => ({
  codec,
  config: Buffer.from(config, 'base64'),
  data: Buffer.from(data, 'base64'),
});

/** 64 columns from black to white, gray, encoded with libaom and x265. AV1 has its sequence header in av1C and in the data. */
const av1 = {
  limited: coded('av1', 'gQAcAAoGGBV//aRA', 'CgYYFX/9pEAyHhKAAAEAADFBZRhA+d3wr6weuqGXeJrd4oH7doRR4A=='),
  full: coded('av1', 'gQAcAAoGGBV//aVA', 'CgYYFX/9pUAyHRKAAAEAADFBa0dysphPFd7sQ+GIHWtK0jvO4yUw'),
  asVideo: coded(
    'av1',
    'gQAcAAoKAAAAAq//m18kQA==',
    'CgoAAAACr/+bXyRAMiAQAJQAAAgAADFBZRhA+d3wr6weuqGXeJrd4oH7doRR4A==',
  ),
  tenBits: coded('av1', 'gQBcAAoGGBV//axA', 'CgYYFX/9rEAyHRKAAAEAADFBZR5BXI4CIMcIrTJduj2s00XHpJVU'),
};
const hevc = {
  limited: coded(
    'hevc',
    'AQQIAAAAn8gAAAAAHvAA/Pz4+AAADwOgAAEAF0ABDAH//wQIAAADAJ/IAAADAAAelZgJoQABACdCAQEECAAAAwCfyAAAAwAAHsCCBBZZWaSTK5oCAAADAAIAAAMAMhCiAAEABkQBwXGhEg==',
    'AAAAdygBrgrwchrL3gRdIQFrHz5CNdjv31O/32P2jX8a2f2gk/g/n7pqJghgMtxiGwhVfFAG6tg3vq7Ml/VOYcV6xIvRB41eSfx2AHZtzwN8fBBq32QEwlf8mJX0/i8mzGJ0MGRvpPqcGgCXRUmZYkGL4G5Ae8YE2+zj',
  ),
  full: coded(
    'hevc',
    'AQQIAAAAn8gAAAAAHvAA/Pz4+AAADwOgAAEAF0ABDAH//wQIAAADAJ/IAAADAAAelZgJoQABACdCAQEECAAAAwCfyAAAAwAAHsCCBBZZWaSTK5sCAAADAAIAAAMAMhCiAAEABkQBwXGhEg==',
    'AAAAUCgBrgrwcigjIBqebrCLEwMPbdwynm0gXTdS5l41s/wU3+dRP8RTqaYSXjeHGXERscNoPq/xORf9v9U6pOfera+zI2Gk8mWelkkdknYJGPR4',
  ),
  scalingLists: coded(
    'hevc',
    'AQQIAAAAn8gAAAAAHvAA/Pz4+AAADwOgAAEAF0ABDAH//wQIAAADAJ/IAAADAAAelZQJoQABACdCAQEECAAAAwCfyAAAAwAAHsCCBBZZWWSTlc0BAAADAAEAAAMAGQiiAAEABkQBwXGhEg==',
    'AAAAdigBrgrwchrLABxsWvsse/nzXYucyCga+NaRAvGtn9oJP4P5+6aiYGg6bFsQD0XDVsbq1re+rsyX9U5hxXrEi9EHjVuw6kwHUbHAQkfBBW5Xxjjq79OCP3Ah9OklYhPcjF3ajVmx0UAnLI0XRnw3ID3jAm32cYA=',
  ),
};
const withoutConfigUnits = { ...av1.limited, config: av1.limited.config.subarray(0, 4) };

async function readRow(bytes: Uint8Array): Promise<(number | undefined)[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return [0, 16, 32, 63].map((x) => data[(32 * info.width + x) * info.channels]);
}

function expectNear(row: (number | undefined)[], expected: number[]): void {
  for (const [i, value] of expected.entries()) expect(Math.abs((row[i] ?? -99) - value)).toBeLessThan(4);
}

const ramp = [0, 65, 130, 255];

test.each([
  ['AVIF with nclx', wrapPicture(av1.limited, { properties: [nclx('limited')] })],
  ['AVIF without nclx', wrapPicture(av1.limited)],
  ['AVIF whose sequence header is only in the data', wrapPicture(withoutConfigUnits)],
  ['AVIF encoded as video', wrapPicture(av1.asVideo)],
  ['AVIF of 10 bits', wrapPicture(av1.tenBits)],
  ['AVIF grid', wrapPicture(withoutConfigUnits, { isGrid: true })],
  ['HEIC with nclx', wrapPicture(hevc.limited, { properties: [nclx('limited')] })],
  ['HEIC without nclx', wrapPicture(hevc.limited)],
  ['HEIC with scaling lists', wrapPicture(hevc.scalingLists)],
  ['HEIC grid', wrapPicture(hevc.limited, { isGrid: true })],
  ['HEIC grid with nclx', wrapPicture(hevc.limited, { isGrid: true, properties: [nclx('limited')] })],
  ['AVIF of full range', wrapPicture(av1.full)],
  ['HEIC of full range', wrapPicture(hevc.full)],
])('shows black and white of a gray picture: %s', async (_, bytes) => {
  expectNear(await readRow((await convertImage(bytes, { format: 'webp', quality: 100 })).bytes), ramp);
  const thumbnail = await makeThumbnail(bytes, { maxWidth: 64, maxHeight: 64, quality: 100 });
  expectNear(await readRow(thumbnail.bytes), ramp);
});

test.each([
  ['AVIF', av1],
  ['HEIC', hevc],
])('prefers the range of nclx to that of the coded picture (%s)', async (_, { limited, full }) => {
  const asFull = wrapPicture(limited, { properties: [nclx('full')] });
  expectNear(await readRow((await convertImage(asFull, { format: 'png' })).bytes), [16, 72, 128, 235]);
  const asLimited = wrapPicture(full, { properties: [nclx('limited')] });
  expectNear(await readRow((await convertImage(asLimited, { format: 'png' })).bytes), [0, 57, 133, 255]);
});

test('reads 20,000 damaged pictures with bounded work', () => {
  const seeds = [wrapPicture(av1.asVideo), wrapPicture(withoutConfigUnits, { isGrid: true })];
  seeds.push(wrapPicture(hevc.limited), wrapPicture(hevc.scalingLists, { isGrid: true }));
  const random = seededRandom(50);
  const startedMs = performance.now();
  for (let round = 0; round < 20_000; round++)
    findLimitedGray(mutate(seeds[round % 4] ?? Buffer.alloc(0), random));
  expect(performance.now() - startedMs).toBeLessThan(20_000);
});
