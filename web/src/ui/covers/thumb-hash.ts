// The placeholder image and the tint of a server ThumbHash.
import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash';

/** Maximum number of cached placeholders, enough for a few screens. */
const maxKnown = 600;
const known = new Map<string, string>();

const minBytes = 5;

function toBytes(hash: string): Uint8Array {
  const bytes = Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0));
  if (bytes.length < minBytes) throw new Error('Invalid ThumbHash');
  return bytes;
}

/** URL of a tiny image. Undefined for an invalid ThumbHash. */
export function toPlaceholder(hash: string): string | undefined {
  const found = known.get(hash);
  if (found !== undefined) return found;
  try {
    const { w, h, rgba } = thumbHashToRGBA(toBytes(hash));
    const url = rgbaToDataURL(w, h, rgba);
    const [oldest] = known.size < maxKnown ? [] : known.keys();
    if (oldest !== undefined) known.delete(oldest);
    known.set(hash, url);
    return url;
  } catch {
    return undefined;
  }
}

/** Red, green and blue from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

/**
 * The average color of a cover, weighted by saturation, so that white paper and black lines do not dominate. Undefined for
 * an invalid ThumbHash.
 */
export function findColour(hash: string): Colour | undefined {
  try {
    return average(thumbHashToRGBA(toBytes(hash)).rgba);
  } catch {
    return undefined;
  }
}

function average(rgba: Uint8Array): Colour | undefined {
  const sums: [number, number, number] = [0, 0, 0];
  let all = 0;
  for (let at = 0; at + 2 < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
    const strength = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
    const weight = strength ** 2 + 0.002;
    sums[0] += red * weight;
    sums[1] += green * weight;
    sums[2] += blue * weight;
    all += 255 * weight;
  }
  return all > 0 ? [sums[0] / all, sums[1] / all, sums[2] / all] : undefined;
}
