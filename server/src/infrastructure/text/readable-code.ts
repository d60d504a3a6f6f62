// Codes that people read off a screen and type: passwords that are made up, the setup code.

/** Letters and digits that nobody mistakes for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of five, 99 bits: `k3vqd-…`. `pick` gives a number from 0 to below its argument for each character. */
export function makeReadableCode(pick: (below: number) => number): string {
  const group = () => Array.from({ length: 5 }, () => alphabet.charAt(pick(alphabet.length))).join('');
  return Array.from({ length: 4 }, group).join('-');
}
