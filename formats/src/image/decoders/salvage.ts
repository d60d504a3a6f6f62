// Distinguishes a JPEG page without its last rows from one without most rows. libjpeg fills missing rows with one gray.
import type { Sharp } from '../sharp.ts';

const SAMPLE_WIDTH = 64;
const SAMPLE_HEIGHT = 128;
/** Maximum share of the height of a truncated page that may have one color at the end. */
const MAX_MISSING_SHARE = 0.1;
/** Maximum difference of pixels of one color after scaling. */
const TOLERANCE = 3;

/**
 * Whether a leniently decoded, truncated image still has at least nine tenths of its rows. A progressive JPEG has all
 * rows after its first scan. Rejects with sharp's error if it cannot be decoded at all.
 */
export async function isMostlyThere(picture: Sharp): Promise<boolean> {
  const { data, info } = await picture
    .resize(SAMPLE_WIDTH, SAMPLE_HEIGHT, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return countMissingRows(data, info) <= info.height * MAX_MISSING_SHARE;
}

/** Counts the rows from the bottom in which every pixel has the color of the last pixel. */
function countMissingRows(data: Uint8Array, info: { height: number; channels: number }): number {
  const rowBytes = data.length / info.height;
  const last = data.subarray(data.length - info.channels);
  for (let i = data.length - 1; i >= 0; i--) {
    const difference = (data[i] ?? 0) - (last[i % info.channels] ?? 0);
    if (Math.abs(difference) > TOLERANCE) return info.height - 1 - Math.floor(i / rowBytes);
  }
  return info.height;
}
