// Combines up to four images into one, for covers of collections. Runs in worker processes, because decoders may crash.
import type { EncodedImage } from './convert.ts';
import { loadSharp } from './sharp.ts';

export interface MosaicOptions {
  /** Size of the result in pixels. */
  width: number;
  height: number;
  /** 1 to 100. */
  quality: number;
}

/**
 * Arranges the images two by two, each cropped to fill its quarter. Missing images leave dark quarters. Expects
 * thumbnails of this server, because it does not check sizes.
 */
export async function makeMosaic(
  pictures: readonly Uint8Array[],
  { width, height, quality }: MosaicOptions,
): Promise<EncodedImage> {
  const sharp = await loadSharp();
  const w = Math.floor(width / 2);
  const h = Math.floor(height / 2);
  const tiles = await Promise.all(
    pictures.slice(0, 4).map(async (picture, i) => ({
      input: await sharp(picture).resize(w, h, { fit: 'cover', position: 'top' }).toBuffer(),
      left: (i % 2) * w,
      top: Math.floor(i / 2) * h,
    })),
  );
  const canvas = { width: w * 2, height: h * 2, channels: 3 as const, background: '#222222' };
  const bytes = await sharp({ create: canvas }).composite(tiles).jpeg({ quality }).toBuffer();
  return { bytes, mediaType: 'image/jpeg', width: w * 2, height: h * 2 };
}
