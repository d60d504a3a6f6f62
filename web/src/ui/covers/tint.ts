// The hue and strength of the color that a page takes from a cover or, without an image, from the title. Style sheets define
// the lightness, so that text keeps its contrast in both schemes.
import { hashToHue } from '@lectern/contract/serving/title-hue';
import type { CSSProperties } from 'react';
import { type Colour, findColour } from './thumb-hash.ts';

export interface Tint {
  /** Hue in degrees of OKLCH (CSS Color 4, section 9). */
  hue: number;
  chroma: number;
}

/** Higher values would be too saturated for a whole page. */
const maxChroma = 0.16;

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** Converts from sRGB with the matrices of CSS Color 4, section 9.2. */
export function toTint(colour: Colour): Tint {
  const red = toLinear(colour[0]);
  const green = toLinear(colour[1]);
  const blue = toLinear(colour[2]);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return { hue: Math.round((hue + 360) % 360), chroma: Math.min(maxChroma, Math.hypot(a, b)) };
}

/** The color of the cover, or of the designed cover. */
export function findTint(thumbHash: string | null | undefined, seed: string): Tint {
  const colour = thumbHash ? findColour(thumbHash) : undefined;
  return colour ? toTint(colour) : { hue: hashToHue(seed), chroma: 0.09 };
}

/** As CSS custom properties. */
export const toTintStyle = ({ hue, chroma }: Tint): CSSProperties => ({
  '--tint-hue': hue,
  '--tint-chroma': chroma.toFixed(3),
});
