// Parses numbers as taggers write them: whole numbers with -1 for "none", and issue numbers such as ½, 1A or
// Annual 1.

/**
 * Parses a whole number from `min` to `max`, also written as a decimal ("2.0"). Returns undefined for any other
 * text (-1, empty, out of range, not a number).
 */
export function parseWhole(text: string, min: number, max = 2 ** 31 - 1): number | undefined {
  const match = /^\s*\+?(\d{1,15})(?:[.,]0{1,2})?\s*$/.exec(text);
  if (match === null) return undefined;
  const value = Number(match[1]);
  return value >= min && value <= max ? value : undefined;
}

/**
 * Parses a decimal from `min` to `max`; accepts a decimal comma. Returns undefined for any other text,
 * including NaN and 1e9.
 */
export function parseDecimal(text: string, min: number, max: number): number | undefined {
  const match = /^\s*([+-]?\d{1,12}(?:[.,]\d{1,12})?)\s*$/.exec(text);
  const value = match?.[1] === undefined ? Number.NaN : Number(match[1].replace(',', '.'));
  return value >= min && value <= max ? value : undefined;
}

const fractions: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '¼': 0.25,
    '½': 0.5,
    '¾': 0.75,
    '⅓': 1 / 3,
    '⅔': 2 / 3,
    '⅕': 0.2,
    '⅖': 0.4,
    '⅗': 0.6,
    '⅘': 0.8,
    '⅙': 1 / 6,
    '⅚': 5 / 6,
    '⅛': 0.125,
    '⅜': 0.375,
    '⅝': 0.625,
    '⅞': 0.875,
  }),
);
const numberPattern = /(\d{1,9})(?:[.,](\d{1,9}))?/;
const scientific = /\de[+-]?\d/i;

/**
 * Returns the value of an issue number: "001" 1, "1.5" 1.5, "½" 0.5, "1½" 1.5, "1/2" 0.5, "-1" -1, "1A" 1,
 * "Annual 1" 1, "1,000,000" 1000000, "5/6" 5. Returns undefined if the text contains no number, a number of more than
 * nine digits, or scientific notation.
 */
export function parseIssueNumber(text: string): number | undefined {
  // Full-width digits are accepted; vulgar fractions must not be decomposed.
  const trimmed = text.trim().replace(/[０-９．]/g, (digit) => digit.normalize('NFKC'));
  if (trimmed.length > 100 || scientific.test(trimmed) || /\d{10}/.test(trimmed)) return undefined;
  // "1,000,000" has separators of thousands, "1,5" a decimal comma.
  const grouped = /^[-−]?\d{1,3}(?:,\d{3})+$/.test(trimmed) ? trimmed.replaceAll(',', '') : undefined;
  if (grouped !== undefined) return parseIssueNumber(grouped);
  // "5/6" is a double issue.
  const slashed = /^(?:(\d{1,4}) )?([1-3])[/⁄]([2-9])$/.exec(trimmed);
  if (slashed !== null) return Number(slashed[1] ?? 0) + Number(slashed[2]) / Number(slashed[3]);
  const fraction = [...trimmed].find((character) => fractions.has(character));
  const match = numberPattern.exec(trimmed);
  if (match === null && fraction === undefined) return undefined;
  const whole = match === null ? 0 : Number(`${match[1]}.${match[2] ?? '0'}`);
  const value = whole + (fraction === undefined ? 0 : (fractions.get(fraction) ?? 0));
  return /^[-−]/.test(trimmed) ? -value : value;
}
