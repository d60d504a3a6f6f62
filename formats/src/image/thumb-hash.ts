// Computes the ThumbHash of an image: its shape and colors in about 25 bytes, which a client renders as a blurred placeholder.
import { rgbaToThumbHash } from 'thumbhash';
import type { RawImage } from './decoders/pixels.ts';

/** Cells of the longer side. The hash stores seven frequencies per side, so more cells take time without effect. */
const maxCells = 32;
/** Number of evenly spread pixels that are read along each side of a cell. */
const samples = 4;

/**
 * Returns base64. Ignores transparency. Takes the pixels before a thumbnail is encoded, because decoding the thumbnail
 * takes ten times as long.
 */
export function toThumbHash({ pixels, width, height, channels }: RawImage): string {
  const scale = Math.min(1, maxCells / Math.max(width, height));
  const columns = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(height * scale));
  const cells = new Uint8Array(columns * rows * 4).fill(255);
  const xs = listSamples(columns, width);
  const ys = listSamples(rows, height);
  for (let cell = 0; cell < columns * rows; cell++) {
    const left = (cell % columns) * samples;
    const top = Math.floor(cell / columns) * samples;
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0;
      for (let i = 0; i < samples; i++)
        for (let j = 0; j < samples; j++)
          sum += pixels[((ys[top + i] ?? 0) * width + (xs[left + j] ?? 0)) * channels + channel] ?? 0;
      cells[cell * 4 + channel] = sum / samples ** 2;
    }
  }
  return Buffer.from(rgbaToThumbHash(columns, rows, cells)).toString('base64');
}

/** Returns the indexes of the pixels that are read along a side, cell by cell. */
const listSamples = (cells: number, pixels: number): number[] =>
  Array.from({ length: cells * samples }, (_, i) => Math.floor(((i + 0.5) * pixels) / (cells * samples)));
