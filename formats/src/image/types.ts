// What the readers of image headers answer, and how they ask for bytes beyond the head they were given.

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

/** EXIF 2.32 tag 274: 1 upright, 3 upside down, 6 and 8 on the side, the even ones of 2, 4, 5, 7 mirrored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface ImageHeader {
  /** By content, never by name. */
  mediaType: ImageMediaType;
  /**
   * Stored pixels, before any orientation is applied, as the header claims them (1 to 2^32, not yet limited).
   * Both are undefined together: for SVG, and where the header is cut off or claims no area.
   */
  width: number | undefined;
  height: number | undefined;
  /** undefined where the file says nothing about it in the bytes looked at. */
  orientation: Orientation | undefined;
  /** true where the header announces an animation; undefined where it does not say. */
  isAnimated: boolean | undefined;
}

/**
 * The image's bytes at `offset`, at most `length` of them, undefined or fewer at the end. For a reader that has to
 * jump over a large block; a caller that cannot seek cheaply leaves it out.
 */
export type ReadMore = (offset: number, length: number) => Uint8Array | undefined;

/** A header of a recognised type without a (valid) size. */
export function toSizelessHeader(mediaType: ImageMediaType): ImageHeader {
  return { mediaType, width: undefined, height: undefined, orientation: undefined, isAnimated: undefined };
}

/** A header with its size, or without it when a side is not positive. */
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

/** An EXIF orientation value, undefined when it is none of 1 to 8. */
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
