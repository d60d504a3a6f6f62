// Results of image header readers, and the callback for bytes beyond the head.

export type ImageMediaType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif'
  | 'image/heic'
  | 'image/heif'
  | 'image/jxl'
  | 'image/bmp'
  | 'image/tiff'
  | 'image/svg+xml';

/** EXIF 2.32 tag 274: 1 upright, 3 upside down, 6 and 8 rotated by 90°; 2, 4, 5 and 7 are mirrored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface ImageHeader {
  /** Detected by content, never by name. */
  mediaType: ImageMediaType;
  /**
   * Stored pixels before applying the orientation, as declared by the header (1 to 2^32, not yet limited). Width and
   * height are undefined for SVG, and if the header is truncated or declares no area.
   */
  width: number | undefined;
  height: number | undefined;
  /** Undefined if the bytes that were read do not contain it. */
  orientation: Orientation | undefined;
  /** True if the header announces an animation, undefined if it is unknown. */
  isAnimated: boolean | undefined;
}

/**
 * Returns up to `length` bytes of the image at `offset`, or undefined or fewer at the end. Readers use it to skip large
 * blocks. Callers that cannot seek cheaply omit it.
 */
export type ReadMore = (offset: number, length: number) => Uint8Array | undefined;

/** Returns a header of a known type without a valid size. */
export function toSizelessHeader(mediaType: ImageMediaType): ImageHeader {
  return { mediaType, width: undefined, height: undefined, orientation: undefined, isAnimated: undefined };
}

/** Returns a header with its size, or without size if a side is not positive. */
export function toHeader(
  mediaType: ImageMediaType,
  size: { width: number; height: number },
  declared?: { orientation?: Orientation | undefined; isAnimated?: boolean | undefined },
): ImageHeader {
  const hasArea = size.width > 0 && size.height > 0;
  return {
    mediaType,
    width: hasArea ? size.width : undefined,
    height: hasArea ? size.height : undefined,
    orientation: declared?.orientation,
    isAnimated: declared?.isAnimated,
  };
}

/** Returns an EXIF orientation value, or undefined outside of 1 to 8. */
export function toOrientation(value: number): Orientation | undefined {
  switch (value) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
      return value;
    default:
      return undefined;
  }
}
