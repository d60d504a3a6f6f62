// Decoded pixels that decoders of this project pass to sharp.

export interface RawImage {
  /** Rows from the top without padding. 3 (RGB) or 4 (RGB and alpha, not premultiplied) bytes per pixel. */
  pixels: Uint8Array;
  width: number;
  height: number;
  channels: 3 | 4;
}
