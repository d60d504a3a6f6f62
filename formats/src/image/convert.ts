// Thumbnails and conversions of single images. Runs in the media worker process, never in the server process, because
// decoders of untrusted bytes may crash or take long.
import { FormatError } from '../error.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { convertAnimation, keepAnimation } from './animation.ts';
import { type OpenedImage, openImage } from './decode.ts';
import type { RawImage } from './decoders/pixels.ts';
import { isMostlyThere } from './decoders/salvage.ts';
import { type ImageContext, type ImagePurpose, tooLarge, undecodable } from './failure.ts';
import { loadSharp, type Sharp } from './sharp.ts';
import { toThumbHash } from './thumb-hash.ts';

export type OutputFormat = 'jpeg' | 'webp' | 'avif' | 'png';

export interface EncodedImage {
  bytes: Uint8Array;
  mediaType: `image/${OutputFormat}`;
  /** Size of the result in pixels, at least 1. */
  width: number;
  height: number;
}

export interface HashedThumbnail extends EncodedImage {
  /** Base64 (https://evanw.github.io/thumbhash/). */
  thumbHash: string;
}

export interface ThumbnailOptions {
  /** Box that the thumbnail fits into, in pixels. Smaller images keep their size. */
  maxWidth: number;
  maxHeight: number;
  /** 1 to 100. Default 80. */
  quality?: number;
  /** Kind of thrown errors. Default thumbnail. */
  purpose?: ImagePurpose;
  limits?: Limits;
}

export interface ConvertOptions {
  format: OutputFormat;
  /** Maximum width of the result in pixels. Narrower images keep their size. No limit by default. */
  width?: number;
  /** 1 to 100. Defaults: jpeg 82, webp 80, avif 55. png is lossless. */
  quality?: number;
  /** Kind of thrown errors. Default page_extraction. */
  purpose?: ImagePurpose;
  limits?: Limits;
}

/**
 * Returns a JPEG thumbnail of the first frame of an image: upright, in sRGB, transparency on white. A JPEG of 1800 x 2700
 * to 320 x 480 takes about 11 ms of one core.
 * @throws FormatError of the purpose: too_large, undecodable
 */
export function makeThumbnail(bytes: Uint8Array, options: ThumbnailOptions): Promise<EncodedImage> {
  const { maxWidth, maxHeight, quality, purpose = 'thumbnail', limits = defaultLimits } = options;
  const target: Target = { format: 'jpeg', width: maxWidth, height: maxHeight, quality: quality ?? 80 };
  return convert(bytes, { purpose, limits }, (picture) => encode(picture, target));
}

/** Returns the thumbnail and its ThumbHash with one decoding. Throws like makeThumbnail. */
export function makeHashedThumbnail(bytes: Uint8Array, options: ThumbnailOptions): Promise<HashedThumbnail> {
  const { maxWidth, maxHeight, quality = 80, purpose = 'thumbnail', limits = defaultLimits } = options;
  return convert(bytes, { purpose, limits }, async (picture) => {
    const fitted = fit(picture, maxWidth, maxHeight).flatten({ background: '#fff' });
    const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true });
    return encodeHashed({ pixels: data, width: info.width, height: info.height, channels: 3 }, quality);
  });
}

/**
 * Returns the first frame of an image, stretched to a square of gray pixels: upright, transparency on white. Throws like
 * makeThumbnail, with the kind page_extraction.
 */
export function readGraySquare(
  bytes: Uint8Array,
  side: number,
  limits: Limits = defaultLimits,
): Promise<Uint8Array> {
  return convert(bytes, { purpose: 'page_extraction', limits }, (picture) =>
    picture
      .resize(side, side, { fit: 'fill' })
      .flatten({ background: '#fff' })
      .toColourspace('b-w')
      .raw()
      .toBuffer(),
  );
}

/** Returns the first frame of an image in gray, with this longest side at most. Like readGraySquare otherwise. */
export function readGrayPicture(
  bytes: Uint8Array,
  side: number,
  limits: Limits = defaultLimits,
): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  return convert(bytes, { purpose: 'page_extraction', limits }, async (picture) => {
    const gray = fit(picture, side, side).flatten({ background: '#fff' }).toColourspace('b-w');
    const { data, info } = await gray.raw().toBuffer({ resolveWithObject: true });
    return { pixels: data, width: info.width, height: info.height };
  });
}

/** Encodes pixels as JPEG and computes their ThumbHash. */
export async function encodeHashed(image: RawImage, quality: number): Promise<HashedThumbnail> {
  const { pixels, width, height, channels } = image;
  const sharp = await loadSharp();
  const bytes = await sharp(pixels, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
  return { bytes, mediaType: 'image/jpeg', width, height, thumbHash: toThumbHash(image) };
}

/**
 * Converts an image to another format, optionally to a smaller width: upright, in sRGB. JPEG replaces transparency with
 * white. WebP keeps the frames of an animation within the limits of animation.ts. An animated PNG or AVIF is returned
 * unchanged in its own format. Other conversions show the first frame.
 * @throws FormatError of the purpose: too_large, undecodable
 */
export async function convertImage(bytes: Uint8Array, options: ConvertOptions): Promise<EncodedImage> {
  const { format, width, quality, purpose = 'page_extraction', limits = defaultLimits } = options;
  const kept = keepAnimation(bytes, format);
  if (kept) return kept;
  const target = { format, width, height: undefined, quality: quality ?? DEFAULT_QUALITY[format] };
  return convert(bytes, { purpose, limits }, async (picture, { mediaType }) => {
    const moving =
      format === 'webp' &&
      (await convertAnimation(bytes, { mediaType, ...target, width: width ?? MAX_SIDE.webp }));
    return moving || encode(picture, target);
  });
}

interface Target {
  format: OutputFormat;
  width: number | undefined;
  height: number | undefined;
  quality: number;
}

const DEFAULT_QUALITY: Record<OutputFormat, number> = { jpeg: 82, webp: 80, avif: 55, png: 100 };
/** Longest side that the format supports (WebP has 14 bits, AVIF the limit of its encoder). */
const MAX_SIDE: Record<OutputFormat, number> = { jpeg: 65_500, webp: 16_383, avif: 16_384, png: 65_500 };

type EncodeAs<T> = (picture: Sharp, image: OpenedImage) => Promise<T>;

async function convert<T>(bytes: Uint8Array, context: ImageContext, encodeAs: EncodeAs<T>): Promise<T> {
  const image = await openImage(bytes, context);
  try {
    return await encodeAs(image.decode('strict'), image).catch((cause) => salvage(image, encodeAs, cause));
  } catch (cause) {
    throw toFormatError(cause, context.purpose);
  }
}

/** Pages truncated by an interrupted download are common and nearly always JPEG. Other formats fail as a whole. */
async function salvage<T>(image: OpenedImage, encodeAs: EncodeAs<T>, cause: unknown): Promise<T> {
  const isWorthIt = image.mediaType === 'image/jpeg' && (await isMostlyThere(image.decode('lenient')));
  if (!isWorthIt) throw cause;
  return encodeAs(image.decode('lenient'), image);
}

async function encode(picture: Sharp, target: Target): Promise<EncodedImage> {
  const { format, quality } = target;
  const width = Math.min(target.width ?? MAX_SIDE[format], MAX_SIDE[format]);
  const height = Math.min(target.height ?? MAX_SIDE[format], MAX_SIDE[format]);
  const fitted = fit(picture, width, height);
  const { data, info } = await toFormat(fitted, format, quality).toBuffer({ resolveWithObject: true });
  return { bytes: data, mediaType: `image/${format}`, width: info.width, height: info.height };
}

const fit = (picture: Sharp, width: number, height: number): Sharp =>
  picture.resize(width, height, { fit: 'inside', withoutEnlargement: true });

/** Efforts measured at 1000 px: WebP 2 takes 60 % of the time of 4 for 4 % more bytes, AVIF 0 takes half the time of 1. */
function toFormat(picture: Sharp, format: OutputFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return picture.flatten({ background: '#fff' }).jpeg({ quality });
    case 'webp':
      return picture.webp({ quality, effort: 2 });
    case 'avif':
      return picture.avif({ quality, effort: 0 });
    case 'png':
      return picture.png({ compressionLevel: 6 });
  }
}

function toFormatError(cause: unknown, purpose: ImagePurpose): FormatError {
  if (cause instanceof FormatError) return cause;
  const isPixelLimit = cause instanceof Error && cause.message.includes('exceeds pixel limit');
  if (isPixelLimit) return tooLarge(purpose, 'The picture has too many pixels');
  return undecodable(purpose, 'The picture cannot be decoded', cause);
}
