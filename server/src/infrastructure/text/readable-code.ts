// Codes that users read from a screen and type: generated passwords, the setup code.

/** Letters and digits that are not confused with each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Four groups of five characters, 99 bits: `k3vqd-…`. `pick` returns an integer from 0 (inclusive) to its argument
 * (exclusive) for each character.
 */
export function makeReadableCode(pick: (below: number) => number): string {
  const group = () => Array.from({ length: 5 }, () => alphabet.charAt(pick(alphabet.length))).join('');
  return Array.from({ length: 4 }, group).join('-');
}
