// Validates ISBNs by their check digits. All are converted to ISBN-13, so that two notations of an ISBN
// match.

/**
 * Returns the ISBN-13 (13 digits) of an ISBN-13 or ISBN-10, with or without "urn:isbn:", "ISBN", hyphens and
 * spaces. Returns undefined if the check digit is wrong or the text is not an ISBN.
 */
export function parseIsbn(text: string): string | undefined {
  if (text.length > 64) return undefined;
  const bare = text.replace(/^\s*(?:urn:)?(?:isbn)?(?:-1[03])?\s*:?/i, '').replace(/[-\s‐–]/g, '');
  if (/^97[89]\d{10}$/.test(bare)) return checkDigit13(bare) === bare[12] ? bare : undefined;
  if (/^\d{9}[\dXx]$/.test(bare)) return hasRightCheck10(bare) ? toIsbn13(bare) : undefined;
  return undefined;
}

function toIsbn13(isbn10: string): string {
  const body = `978${isbn10.slice(0, 9)}`;
  return body + checkDigit13(body);
}

function checkDigit13(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i += 1) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

function hasRightCheck10(isbn: string): boolean {
  let sum = 0;
  for (let i = 0; i < 10; i += 1) sum += (isbn[i]?.toUpperCase() === 'X' ? 10 : Number(isbn[i])) * (10 - i);
  return sum % 11 === 0;
}
