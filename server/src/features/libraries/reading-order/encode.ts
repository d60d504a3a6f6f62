// Numbers and keys as text that both databases compare by bytes in the wanted order.

/** Decimal places that the order distinguishes. */
const places = 6;
const largest = 1e15;

/**
 * Writes a number so that texts compare like numbers: the count of its whole digits as a letter, then its digits. 7 is
 * `a7`, 10.5 is `b10.5`. Negative numbers have complemented letters and digits and end with `~`.
 */
export function encodeNumber(value: number): string {
  const bounded = Math.max(-largest, Math.min(largest, value));
  const text = toDecimal(Math.abs(bounded));
  const [digits = ''] = text.split('.');
  if (bounded >= 0) return `${String.fromCharCode(0x60 + digits.length)}${text}`;
  const complement = text.replace(/[0-9]/g, (digit) => String(9 - Number(digit)));
  return `${String.fromCharCode(0x5b - digits.length)}${complement}~`;
}

/** Without an exponent and trailing zeros. */
function toDecimal(value: number): string {
  const text = value.toFixed(places);
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** Separates the parts of a key. Less than every character of a part. */
export const separator = '\u0001';
/** Begins the last part of a key that follows another key: a placed book, or a special placed by its date. */
const following = '\u0002';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Key of a book that directly follows the book `key`. */
export const toFollowing = (key: string, rest: string): string => `${key}${following}${rest}`;

/**
 * Returns a key between two adjacent keys: after `before` (null: at the start) and before `after` (null: at the end).
 * Repeated use in one gap adds one character for about every five books.
 */
export function toKeyBetween(before: string | null, after: string | null): string {
  const [base, own = ''] = splitLast(before ?? '');
  const rest = after?.startsWith(`${base}${following}`) ? after.slice(base.length + 1) : undefined;
  return toFollowing(base, toMiddle(own, rest && /^[0-9A-Za-z]+/.exec(rest)?.[0]));
}

/** Splits a key that was made by `toKeyBetween`. */
function splitLast(key: string): [base: string, own?: string] {
  const at = key.lastIndexOf(following);
  const own = at < 0 ? '' : key.slice(at + 1);
  return at >= 0 && /^[0-9A-Za-z]+$/.test(own) ? [key.slice(0, at), own] : [key];
}

/** Text between two texts of digits in base 62. Never ends with 0, so that another text always fits before it. */
function toMiddle(low: string, high: string | undefined): string {
  let middle = '';
  let isBounded = high !== undefined;
  for (let i = 0; ; i++) {
    const from = Math.max(0, digits.indexOf(low[i] ?? '0'));
    const to = isBounded ? digits.indexOf(high?.[i] ?? '0') : digits.length;
    if (to - from > 1) return `${middle}${digits[from + Math.floor((to - from) / 2)]}`;
    middle += digits[from];
    if (to > from) isBounded = false;
  }
}
