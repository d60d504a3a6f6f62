// Converts animated GIF and WebP to animated WebP. The decoders cannot read the frames of animated PNG, AVIF and JPEG XL:
// PNG and AVIF are returned unchanged, and conversions to other formats show the first frame.
import { readWholeImageHeader } from './header.ts';
import { loadSharp } from './sharp.ts';
import type { ImageMediaType } from './types.ts';

/** Maximum pixels of all frames together. They take about 5 seconds of one core and 250 MB. */
const maxPixels = 30_000_000;
/** Every frame is temporarily held as a separate image. */
const maxFrames = 1_000;

interface Animation {
  mediaType: ImageMediaType;
  /** Maximum width of the result in pixels. Narrower images keep their size. */
  width: number;
  quality: number;
}

export interface MovingImage {
  bytes: Uint8Array;
  mediaType: 'image/webp' | 'image/png' | 'image/avif';
  /** Size of a frame in pixels. */
  width: number;
  height: number;
}

/**
 * Converts all frames, optionally to a smaller width. Returns a WebP that is too long to convert unchanged. Returns
 * undefined for still images, damaged frames and other animations that are too long; callers then use the first frame.
 */
export async function convertAnimation(
  bytes: Uint8Array,
  { mediaType, width, quality }: Animation,
): Promise<MovingImage | undefined> {
  if (mediaType !== 'image/gif' && mediaType !== 'image/webp') return undefined;
  const sharp = await loadSharp();
  const size = await sharp(bytes, { limitInputPixels: false, pages: -1 })
    .metadata()
    .catch(() => undefined);
  const { pages: frames = 1, pageHeight = 0 } = size ?? {};
  if (!size || frames < 2) return undefined;
  const asWebp = { mediaType: 'image/webp' } as const;
  if (frames > maxFrames || frames * size.width * pageHeight > maxPixels)
    return mediaType === 'image/webp'
      ? { ...asWebp, bytes, width: size.width, height: pageHeight }
      : undefined;
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated', pages: -1 });
  const made = await picture
    .resize({ width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 2 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (!made) return undefined;
  const { data, info } = made;
  return { ...asWebp, bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/** Returns an animated PNG or AVIF unchanged if it is requested in its own format, at any width. */
export function keepAnimation(bytes: Uint8Array, format: string): MovingImage | undefined {
  const header = readWholeImageHeader(bytes);
  if (!header?.isAnimated || header.mediaType !== `image/${format}`) return undefined;
  const { mediaType, width = 0, height = 0 } = header;
  return mediaType === 'image/png' || mediaType === 'image/avif'
    ? { bytes, mediaType, width, height }
    : undefined;
}
