// Reads pixels of encoded images.
import sharp from 'sharp';

/** Returns red, green and blue (0 to 255) at a position given as fractions of width and height (0 to 1). */
export async function readColor(bytes: Uint8Array, place: { x: number; y: number }): Promise<number[]> {
  const pixels = sharp(bytes).toColourspace('srgb').removeAlpha().raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  const column = Math.min(info.width - 1, Math.floor(place.x * info.width));
  const row = Math.min(info.height - 1, Math.floor(place.y * info.height));
  const at = (row * info.width + column) * info.channels;
  return [...data.subarray(at, at + 3)];
}

export function isWhite([red = 0, green = 0, blue = 0]: number[]): boolean {
  return Math.min(red, green, blue) > 235;
}

export function isDark([red = 255, green = 255, blue = 255]: number[]): boolean {
  return Math.min(red, green, blue) < 80;
}
