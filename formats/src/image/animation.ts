// Pictures that move (GIF, WebP) as WebP that moves. Frames of PNG, AVIF and JPEG XL are not read by our decoders: PNG and AVIF stay
// as they are, and in another format the first frame is seen.
import { readWholeImageHeader } from './header.ts';
import { loadSharp } from './sharp.ts';
import type { ImageMediaType } from './types.ts';

/** Pixels of all frames together: some 5 seconds of one core and 250 MB. */
const maxPixels = 30_000_000;
/** Each is held as a picture of its own for a moment. */
const maxFrames = 1_000;

interface Animation {
  mediaType: ImageMediaType;
  /** Widest result in pixels; a narrower picture keeps its size. */
  width: number;
  quality: number;
}

export interface MovingImage {
  bytes: Uint8Array;
  mediaType: 'image/webp' | 'image/png' | 'image/avif';
  /** Of a frame. */
  width: number;
  height: number;
}

/**
 * The whole animation, narrower where asked. One that takes too long to convert stays as it is where it is WebP already. undefined
 * for a picture that does not move, whose frames are damaged, or that is too long: then its first frame has to do.
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

/** An animated PNG or AVIF that is asked for in its own format, at whatever width: with its frames, so as it is. */
export function keepAnimation(bytes: Uint8Array, format: string): MovingImage | undefined {
  const header = readWholeImageHeader(bytes);
  if (!header?.isAnimated || header.mediaType !== `image/${format}`) return undefined;
  const { mediaType, width = 0, height = 0 } = header;
  return mediaType === 'image/png' || mediaType === 'image/avif'
    ? { bytes, mediaType, width, height }
    : undefined;
}
