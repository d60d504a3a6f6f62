// Finds ISBNs (ISO 2108) in metadata texts.

/**
 * Returns the first ISBN-10 or ISBN-13 in the first 200 characters, without hyphens and spaces. Returns undefined if no
 * number has that length, or if the check digit is wrong.
 */
export function findIsbn(text: string): string | undefined {
  const match = /(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx]/.exec(text.slice(0, 200));
  const digits = match?.[0].replace(/[- ]/g, '').toUpperCase() ?? '';
  return hasCheckDigit(digits) ? digits : undefined;
}

function hasCheckDigit(digits: string): boolean {
  const values = [...digits].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  const weigh = (weight: (index: number) => number) =>
    values.reduce((sum, value, index) => sum + value * weight(index), 0);
  if (digits.length === 13) return weigh((index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0;
  return digits.length === 10 && weigh((index) => 10 - index) % 11 === 0;
}
