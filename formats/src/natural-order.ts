// Natural order of names: 2 sorts before 10, ignoring case. This module does not select pages.

/**
 * Zeros of the decimal digits of the Basic Multilingual Plane (Unicode category Nd). The other nine digits
 * follow each.
 */
const digitZeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/**
 * Compares two names and returns 0 only for equal ones. Runs of digits of any script compare as numbers of
 * any length. Other characters compare by code point of their lower case. Digits sort before other
 * characters, and the end of a folder's name sorts before both, so that `Ch.1/…` precedes `Ch.1.5/…`. Ties:
 * fewer leading zeros first, then lower case before upper case. Linear in the length of the names.
 */
export function compareNatural(a: string, b: string): number {
  return compareFolded(a.toLowerCase(), b.toLowerCase()) || (a === b ? 0 : a > b ? -1 : 1);
}

function compareFolded(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(j);
    const xDigit = digitValue(x);
    const yDigit = digitValue(y);
    if (xDigit >= 0 && yDigit >= 0) {
      const endOfX = endOfDigits(a, i);
      const endOfY = endOfDigits(b, j);
      const order = compareNumbers(a.slice(i, endOfX), b.slice(j, endOfY));
      if (order !== 0) return order;
      i = endOfX;
      j = endOfY;
    } else if (x === y) {
      i++;
      j++;
    } else {
      return rank(x, xDigit, i === 0) - rank(y, yDigit, j === 0);
    }
  }
  return a.length - i - (b.length - j);
}

/** A slash ends a folder's name, except at the very beginning. */
function rank(unit: number, digit: number, isFirst: boolean): number {
  if (unit === 0x2f && !isFirst) return -2;
  if (digit >= 0) return -1;
  // Sorts code units by code point: surrogates encode characters above all others.
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Returns the value of a digit, or -1. */
function digitValue(unit: number): number {
  if (unit < 0x660) return unit >= 0x30 && unit <= 0x39 ? unit - 0x30 : -1;
  for (const zero of digitZeros) if (unit >= zero && unit < zero + 10) return unit - zero;
  return -1;
}

function endOfDigits(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && digitValue(text.charCodeAt(end)) >= 0) end++;
  return end;
}

function compareNumbers(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && digitValue(a.charCodeAt(i)) === 0) i++;
  while (j < b.length && digitValue(b.charCodeAt(j)) === 0) j++;
  if (a.length - i !== b.length - j) return a.length - i - (b.length - j);
  for (; i < a.length; i++, j++) {
    const order = digitValue(a.charCodeAt(i)) - digitValue(b.charCodeAt(j));
    if (order !== 0) return order;
  }
  return 0;
}
