// The color of designed covers, which the server draws as images and the web client as style sheets.

/** A hue in degrees of OKLCH (CSS Color 4, section 9). Returns the same value for the same text. */
export function hashToHue(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  // Spreads similar titles such as "Book 1" and "Book 2".
  return Math.round((hash * 137.508) % 360);
}
