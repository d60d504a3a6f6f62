// Gray pictures and masks, the input of detection.

export interface GrayPicture {
  /** Row by row, 0 black to 255 white. */
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** One byte per pixel, 0 or 1. */
export interface Mask {
  bits: Uint8Array;
  width: number;
  height: number;
}

/** A rectangle in pixels; `right` and `bottom` are outside. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const widthOf = ({ left, right }: Rect): number => right - left;
export const heightOf = ({ top, bottom }: Rect): number => bottom - top;
export const areaOf = (rect: Rect): number => Math.max(0, widthOf(rect)) * Math.max(0, heightOf(rect));

export const intersect = (a: Rect, b: Rect): Rect => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});
