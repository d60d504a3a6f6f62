// Thumbnails and conversions of single pictures. Called in the media worker process, never in the server's own:
// decoders of untrusted bytes may die or run for long.
import { FormatError } from '../error.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { convertAnimation, keepAnimation } from './animation.ts';
import { type OpenedImage, openImage } from './decode.ts';
import { type ImageContext, type ImagePurpose, tooLarge, undecodable } from './failure.ts';
import type { RawImage } from './raw.ts';
import { isMostlyThere } from './salvage.ts';
import { loadSharp, type Sharp } from './sharp.ts';
import { toThumbHash } from './thumb-hash.ts';

export type OutputFormat = 'jpeg' | 'webp' | 'avif' | 'png';

export interface EncodedImage {
  bytes: Uint8Array;
  mediaType: `image/${OutputFormat}`;
  /** Pixels of the result, at least 1. */
  width: number;
  height: number;
}

export interface HashedThumbnail extends EncodedImage {
  /** In base64 (https://evanw.github.io/thumbhash/). */
  thumbHash: string;
}

export interface ThumbnailOptions {
  /** The box that the thumbnail fits into, in pixels. A smaller picture keeps its size. */
  maxWidth: number;
  maxHeight: number;
  /** 1 to 100; default 80. */
  quality?: number;
  /** Kind of the error thrown; default thumbnail. */
  purpose?: ImagePurpose;
  limits?: Limits;
}

export interface ConvertOptions {
  format: OutputFormat;
  /** Widest result in pixels; a narrower picture keeps its size, as does every picture without this. */
  width?: number;
  /** 1 to 100; defaults jpeg 82, webp 80, avif 55; png is lossless. */
  quality?: number;
  /** Kind of the error thrown; default page_extraction. */
  purpose?: ImagePurpose;
  limits?: Limits;
}

/**
 * A JPEG thumbnail of the first frame of a picture: upright, in sRGB, transparency on white. 1800 x 2700 JPEG to
 * 320 x 480 takes about 11 ms of one core.
 * @throws FormatError of the purpose: too_large, undecodable
 */
export function makeThumbnail(bytes: Uint8Array, options: ThumbnailOptions): Promise<EncodedImage> {
  const { maxWidth, maxHeight, quality, purpose = 'thumbnail', limits = defaultLimits } = options;
  const target: Target = { format: 'jpeg', width: maxWidth, height: maxHeight, quality: quality ?? 80 };
  return convert(bytes, { purpose, limits }, (picture) => encode(picture, target));
}

/** The same thumbnail with its ThumbHash, in one decoding. Throws as makeThumbnail. */
export function makeHashedThumbnail(bytes: Uint8Array, options: ThumbnailOptions): Promise<HashedThumbnail> {
  const { maxWidth, maxHeight, quality = 80, purpose = 'thumbnail', limits = defaultLimits } = options;
  return convert(bytes, { purpose, limits }, async (picture) => {
    const fitted = fit(picture, maxWidth, maxHeight).flatten({ background: '#fff' });
    const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true });
    return encodeHashed({ pixels: data, width: info.width, height: info.height, channels: 3 }, quality);
  });
}

/**
 * The first frame of a picture as a square of grey pixels, whatever its shape: upright, transparency on white. Throws as
 * makeThumbnail, of page_extraction.
 */
export function readGrey(
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

/** A JPEG of pixels, with their ThumbHash. */
export async function encodeHashed(image: RawImage, quality: number): Promise<HashedThumbnail> {
  const { pixels, width, height, channels } = image;
  const sharp = await loadSharp();
  const bytes = await sharp(pixels, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
  return { bytes, mediaType: 'image/jpeg', width, height, thumbHash: toThumbHash(image) };
}

/**
 * A picture in another format, narrower where asked: upright, in sRGB; transparency is kept but for JPEG, where it lies on
 * white. WebP keeps the frames of an animation, as far as animation.ts can, and an animated PNG or AVIF in its own format stays as it
 * is; otherwise the first frame is seen.
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
/** The longest side that the format can hold (WebP 14 bits, AVIF as its encoder allows). */
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

/** Pages that lost their end in a download are common, and nearly always JPEG; other formats fail as a whole. */
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

/** Efforts by measurement at 1000 px: WebP 2 takes 60 % of the time of 4 for 4 % more bytes, AVIF 0 half of 1. */
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
