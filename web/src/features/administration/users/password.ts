// Generates a password without easily confused letters.

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupLength = 5;
const groupCount = 4;

/** About 99 bits of entropy. */
export function generatePassword(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(groupLength * groupCount));
  const text = Array.from(bytes, (one) => letters[one % letters.length]).join('');
  return text.replace(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-');
}
