// Opens untrusted bytes as a picture: refuses by the header what is too large, and picks the decoder by content.
import { decodeBmp } from './bmp.ts';
import { type ImageContext, type ImagePurpose, tooLarge, undecodable } from './failure.ts';
import { readImageHeader } from './header.ts';
import { decodeJxl } from './jxl.ts';
import type { RawImage } from './raw.ts';
import { loadSharp, type Sharp, type SharpFactory } from './sharp.ts';
import { checkSvg } from './svg.ts';
import type { ImageHeader, ImageMediaType } from './types.ts';

export interface OpenedImage {
  mediaType: ImageMediaType;
  /**
   * A new pipeline over the first frame, turned upright. `strict` fails on a file that is cut off, `lenient` gives
   * what there is.
   */
  decode(tolerance: 'strict' | 'lenient'): Sharp;
}

/** 16 MP: a cover drawn from shapes needs no more. */
const MAX_SVG_PIXELS = 16_000_000;

/**
 * Opens a picture of any type that can be a page, or an SVG cover. Nothing but BMP and JPEG XL is decoded yet.
 * @throws FormatError of the context's purpose: too_large (by the header, before decoding), undecodable
 */
export async function openImage(bytes: Uint8Array, context: ImageContext): Promise<OpenedImage> {
  const { purpose, limits } = context;
  const header = readImageHeader(bytes, (offset, length) => bytes.subarray(offset, offset + length));
  if (header === undefined) throw undecodable(purpose, 'The file is not a picture');
  const { mediaType } = header;
  if (mediaType === 'image/svg+xml') {
    checkSvg(bytes, purpose);
    return openWithSharp(await loadSharp(), bytes, { mediaType, limitInputPixels: MAX_SVG_PIXELS });
  }
  const size = checkSize(header, context);
  if (mediaType === 'image/bmp') return openRaw(await loadSharp(), decodeBmp(bytes, purpose), mediaType);
  if (mediaType === 'image/jxl') {
    const raw = await decodeJxl(bytes, size, purpose);
    return openRaw(await loadSharp(), raw, mediaType);
  }
  if (mediaType === 'image/heic' || mediaType === 'image/heif') {
    throw undecodable(purpose, 'HEIC pictures cannot be decoded');
  }
  return openWithSharp(await loadSharp(), bytes, { mediaType, limitInputPixels: limits.maxPixels });
}

function checkSize(
  header: ImageHeader,
  { purpose, limits }: ImageContext,
): { width: number; height: number } {
  const { width, height } = header;
  if (width === undefined || height === undefined) throw noSize(purpose);
  if (Math.max(width, height) > limits.maxImageSide || width * height > limits.maxPixels) {
    throw tooLarge(purpose, `The picture claims ${width} x ${height} pixels`);
  }
  return { width, height };
}

function noSize(purpose: ImagePurpose) {
  return undecodable(purpose, 'The picture is cut off before its size');
}

function openWithSharp(
  sharp: SharpFactory,
  bytes: Uint8Array,
  options: { mediaType: ImageMediaType; limitInputPixels: number },
): OpenedImage {
  const { mediaType, limitInputPixels } = options;
  return {
    mediaType,
    decode: (tolerance) =>
      sharp(bytes, { limitInputPixels, failOn: tolerance === 'strict' ? 'truncated' : 'none' }).autoOrient(),
  };
}

function openRaw(sharp: SharpFactory, image: RawImage, mediaType: ImageMediaType): OpenedImage {
  const { pixels, width, height, channels } = image;
  return { mediaType, decode: () => sharp(pixels, { raw: { width, height, channels } }) };
}
