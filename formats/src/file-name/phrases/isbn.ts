// Finds an ISBN among the tokens of a name and verifies its check digit (ISO 2108).
import { gluedAt } from '../numbers/read-number.ts';
import type { Reading } from '../tokens/token-reading.ts';
import type { Token } from '../tokens/tokens.ts';

/** "9780306406157", "978-0-306-40615-7", and ten digits after the word ISBN. */
export function readIsbn(tokens: readonly Token[], at: number): Reading | undefined {
  const token = tokens[at];
  const isNamed = token?.kind === 'word' && /^isbn$/i.test(token.plain);
  let first = isNamed ? at + 1 : at;
  if (isNamed && tokens[first]?.plain === ':') first += 1;
  if (tokens[first]?.kind !== 'digits') return undefined;
  let digits = '';
  let next = first;
  while (digits.length < 13 && tokens[next]?.kind === 'digits' && (next === first || tokens[next]?.glued)) {
    digits += tokens[next]?.plain ?? '';
    next += 1;
    if (gluedAt(tokens, next)?.plain === '-' && gluedAt(tokens, next + 1)?.kind === 'digits') next += 1;
  }
  if (isNamed && digits.length === 9) {
    const check = gluedAt(tokens, next)?.plain === '-' ? next + 1 : next;
    if (/^x$/i.test(gluedAt(tokens, check)?.plain ?? '')) return toReading(`${digits}X`, check + 1);
  }
  return isNamed || digits.length === 13 ? toReading(digits, next) : undefined;
}

function toReading(digits: string, next: number): Reading | undefined {
  const isbn = toIsbn13(digits);
  return isbn ? { facts: [{ kind: 'isbn', text: isbn }], next } : undefined;
}

/** Converts ten or thirteen digits to thirteen. Returns undefined if the check digit is wrong. */
export function toIsbn13(digits: string): string | undefined {
  if (/^97[89][0-9]{10}$/.test(digits)) return checkDigit(digits) === digits[12] ? digits : undefined;
  if (!/^[0-9]{9}[0-9X]$/.test(digits)) return undefined;
  const sum = [...digits].reduce(
    (total, sign, i) => total + (10 - i) * (sign === 'X' ? 10 : Number(sign)),
    0,
  );
  const core = `978${digits.slice(0, 9)}`;
  return sum % 11 === 0 ? core + checkDigit(core) : undefined;
}

function checkDigit(digits: string): string {
  const sum = [...digits.slice(0, 12)].reduce((total, sign, i) => total + Number(sign) * (i % 2 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
