// Tells a JPEG page that lost its last rows from one that is not there. libjpeg fills what is missing with one grey.
import type { Sharp } from './sharp.ts';

const SAMPLE_WIDTH = 64;
const SAMPLE_HEIGHT = 128;
/** Rows of one colour at the end, as a share of the height, that a cut-off page may have. */
const MAX_MISSING_SHARE = 0.1;
/** Levels by which pixels of one colour differ after scaling. */
const TOLERANCE = 3;

/**
 * Whether a leniently decoded, cut-off picture still shows at least nine tenths of its rows. A progressive JPEG
 * shows all of them after its first scan. Rejects with sharp's error when nothing can be decoded.
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

/** Rows from the bottom in which every pixel has the colour of the last one. */
function countMissingRows(data: Uint8Array, info: { height: number; channels: number }): number {
  const rowBytes = data.length / info.height;
  const last = data.subarray(data.length - info.channels);
  for (let i = data.length - 1; i >= 0; i--) {
    const difference = (data[i] ?? 0) - (last[i % info.channels] ?? 0);
    if (Math.abs(difference) > TOLERANCE) return info.height - 1 - Math.floor(i / rowBytes);
  }
  return info.height;
}
