// The only access to sharp. Loads it when the first image is decoded, and configures it for untrusted files.
import type sharpFactory from 'sharp';

export type { Sharp } from 'sharp';
export type SharpFactory = typeof sharpFactory;

/** Allowed libvips loaders. All others (ImageMagick, PDF, raw, CSV, OpenEXR, VIPS, …) are blocked. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Svg'];

let loading: Promise<SharpFactory> | undefined;

/**
 * Returns sharp. The first call configures it for the whole process (about 60 ms and 20 MB). One thread per image:
 * concurrent jobs already fill the cores through libuv's pool (74 thumbnails/s with two threads each, 69 with one). No
 * cache of operations: no image is converted twice, and pixels of one book must not remain in memory.
 */
export function loadSharp(): Promise<SharpFactory> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) });
    return sharp;
  });
  return loading;
}
