// ThumbHash of a picture: its shape and colours in some 25 bytes, from which a client draws a blurred placeholder.
import { rgbaToThumbHash } from 'thumbhash';
import { loadSharp } from './sharp.ts';

/** The hash keeps seven waves a side: more pixels cost time and change nothing. */
const sidePixels = 32;

/** Of a thumbnail that is already small, in base64: about 1 ms. */
export async function toThumbHash(thumbnail: Uint8Array): Promise<string> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(thumbnail)
    .resize(sidePixels, sidePixels, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
