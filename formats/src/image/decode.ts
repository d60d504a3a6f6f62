// Opens untrusted bytes as an image: refuses large images by their header, and selects the decoder by content.
import { hasMark } from '../bytes.ts';
import { decodeBmp } from './decoders/bmp.ts';
import { decodeHeic } from './decoders/heic.ts';
import { decodeJxl } from './decoders/jxl.ts';
import type { RawImage } from './decoders/pixels.ts';
import { checkSvg, findSvgDensity } from './decoders/svg.ts';
import { type ImageContext, type ImagePurpose, tooLarge, undecodable } from './failure.ts';
import { readWholeImageHeader } from './header.ts';
import { findLimitedGray } from './headers/gray-range.ts';
import { hasUnsupportedCompression } from './headers/tiff.ts';
import { loadSharp, type Sharp, type SharpFactory } from './sharp.ts';
import type { ImageHeader, ImageMediaType } from './types.ts';

export interface OpenedImage {
  mediaType: ImageMediaType;
  /**
   * Returns a new pipeline over the first frame, rotated upright. `strict` fails for a truncated file, `lenient` decodes
   * the available part.
   */
  decode(tolerance: 'strict' | 'lenient'): Sharp;
}

/**
 * Maximum pixels for formats whose decoders need more memory than the general limits assume. JPEG XL: 60 bytes per pixel
 * in a heap of 2 GiB. AVIF: 19 bytes per pixel (98 million took 1.85 GB; progressive JPEG 0.4, interlaced PNG 0.7). HEIC:
 * about 15 bytes per pixel, and phones take 48 million. BMP: all pixels in the memory of this process. SVG: enough for a
 * cover drawn from shapes.
 */
const MAX_PIXELS: Partial<Record<ImageMediaType, number>> = {
  'image/jxl': 16_000_000,
  'image/avif': 40_000_000,
  'image/heic': 50_000_000,
  'image/heif': 50_000_000,
  'image/bmp': 40_000_000,
  'image/svg+xml': 16_000_000,
};

/**
 * Opens an image of any page type, or an SVG cover. Only BMP, JPEG XL and HEIC are decoded immediately.
 * @throws FormatError of the context's purpose: too_large (by the header, before decoding), undecodable
 */
export async function openImage(bytes: Uint8Array, context: ImageContext): Promise<OpenedImage> {
  const { purpose, limits } = context;
  const header = readWholeImageHeader(bytes);
  if (header === undefined) throw undecodable(purpose, 'The file is not a picture');
  const { mediaType } = header;
  if (mediaType === 'image/tiff' && hasUnsupportedCompression(bytes))
    throw undecodable(purpose, 'The compression of the TIFF picture is not supported');
  const maxPixels = Math.min(limits.maxPixels, MAX_PIXELS[mediaType] ?? limits.maxPixels);
  if (mediaType === 'image/svg+xml') checkSvg(bytes, purpose);
  else checkSize(header, { purpose, maxPixels, maxSide: limits.maxImageSide });
  switch (mediaType) {
    case 'image/bmp':
      return openRaw(await loadSharp(), decodeBmp(bytes, purpose), mediaType);
    case 'image/jxl':
      return openRaw(await loadSharp(), await decodeJxl(bytes, purpose), mediaType);
    case 'image/heic':
    case 'image/heif':
      return openHeic(bytes, { purpose, maxPixels, mediaType });
    default:
      return openWithSharp(await loadSharp(), bytes, { mediaType, limitInputPixels: maxPixels });
  }
}

function checkSize(
  { width, height }: ImageHeader,
  max: { purpose: ImagePurpose; maxPixels: number; maxSide: number },
): void {
  if (width === undefined || height === undefined) {
    throw undecodable(max.purpose, 'The picture is truncated before its size');
  }
  if (Math.max(width, height) > max.maxSide || width * height > max.maxPixels) {
    throw tooLarge(max.purpose, `The picture claims ${width} x ${height} pixels`);
  }
}

function openWithSharp(
  sharp: SharpFactory,
  bytes: Uint8Array,
  options: { mediaType: ImageMediaType; limitInputPixels: number },
): OpenedImage {
  const { mediaType, limitInputPixels } = options;
  const drawing = mediaType === 'image/svg+xml' ? { density: findSvgDensity(bytes) } : {};
  const picture = toStillAvif(bytes);
  const gray = mediaType === 'image/avif' ? findLimitedGray(bytes) : undefined;
  return {
    mediaType,
    decode: (tolerance) => {
      const failOn = tolerance === 'strict' ? 'truncated' : 'none';
      const decoded = sharp(picture, { limitInputPixels, failOn, ...drawing }).autoOrient();
      return gray ? expandRange(decoded, gray.isDeep ? 65_535 : 255) : decoded;
    },
  };
}

async function openHeic(
  bytes: Uint8Array,
  options: { purpose: ImagePurpose; maxPixels: number; mediaType: ImageMediaType },
): Promise<OpenedImage> {
  const opened = openRaw(await loadSharp(), await decodeHeic(bytes, options), options.mediaType);
  if (!findLimitedGray(bytes)) return opened;
  return { ...opened, decode: (tolerance) => expandRange(opened.decode(tolerance), 255) };
}

/** Maps 16 (of 255) to black and 235 to white. `white` is the maximum value of the decoded pixels. */
const expandRange = (picture: Sharp, white: number): Sharp => picture.linear(255 / 219, (-16 * white) / 219);

/** Changes the brand of an AVIF sequence (AV1 Image File Format, section 6.3): sharp refuses it, but can read its first image. */
function toStillAvif(bytes: Uint8Array): Uint8Array {
  if (!hasMark(bytes, 4, 'ftypavis')) return bytes;
  const still = Buffer.from(bytes);
  still.write('avif', 8, 'latin1');
  return still;
}

function openRaw(sharp: SharpFactory, image: RawImage, mediaType: ImageMediaType): OpenedImage {
  const { pixels, width, height, channels } = image;
  return { mediaType, decode: () => sharp(pixels, { raw: { width, height, channels } }) };
}
