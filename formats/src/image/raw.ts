// Decoded pixels, as our own decoders hand them to sharp.

export interface RawImage {
  /** Rows from the top, without padding; 3 (RGB) or 4 (RGB and alpha, not premultiplied) bytes a pixel. */
  pixels: Uint8Array;
  width: number;
  height: number;
  channels: 3 | 4;
}
