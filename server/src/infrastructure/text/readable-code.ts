// Codes that people read from a screen and type: generated passwords, the setup code.

/** Letters and digits that are not confused with each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of five, 99 bits: `k3vqd-…`. `pick` returns a number from 0 to below its argument for each character. */
export function makeReadableCode(pick: (below: number) => number): string {
  const group = () => Array.from({ length: 5 }, () => alphabet.charAt(pick(alphabet.length))).join('');
  return Array.from({ length: 4 }, group).join('-');
}
