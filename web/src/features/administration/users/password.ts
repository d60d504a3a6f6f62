// A password that somebody can read out on the telephone: no letter looks like another.

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupLength = 5;
const groupCount = 4;

/** About 99 bits of chance. */
export function makeUpPassword(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(groupLength * groupCount));
  const text = Array.from(bytes, (one) => letters[one % letters.length]).join('');
  return text.replace(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-');
}
