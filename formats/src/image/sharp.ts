// The one door to sharp: loaded when the first picture is decoded, and set up for untrusted files.
import type sharpFactory from 'sharp';

export type { Sharp } from 'sharp';
export type SharpFactory = typeof sharpFactory;

/** libvips loaders that may see a file. All others (ImageMagick, PDF, raw, CSV, OpenEXR, VIPS, …) stay shut. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Svg'];

let loading: Promise<SharpFactory> | undefined;

/**
 * sharp, set up for the whole process at the first call (about 60 ms and 20 MB). One thread a picture: with jobs in
 * flight libuv's pool already fills the cores (74 thumbnails/s with two threads each, 69 with one). No cache of
 * operations: no picture is converted twice, and pixels of one book have no business in the memory of the next.
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
