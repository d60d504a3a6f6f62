// British spelling of the English messages, which are written in American spelling.

/** English locales with British spelling. */
const regions = /^en-(?:AU|GB|HK|IE|IN|MT|NZ|SG|ZA)\b/i;
export const isBritish = (locale: string): boolean => regions.test(locale);

/** Stems and their replacements. A stem matches at the start of a word. */
const stems: Readonly<Record<string, string>> = {
  analyz: 'analys',
  catalog: 'catalogue',
  color: 'colour',
  customiz: 'customis',
  favorite: 'favourite',
  gray: 'grey',
  organiz: 'organis',
  recogniz: 'recognis',
  synchroniz: 'synchronis',
  unrecogniz: 'unrecognis',
};
/** Placeholders, which keep their names, or stems. */
const parts =
  /\{\w{1,40}[,}]|\b(analyz|catalog|color|customiz|favorite|gray|organiz|recogniz|synchroniz|unrecogniz)/gi;

export const toBritishText = (text: string): string =>
  text.replace(parts, (found, stem: string | undefined) => {
    const british = stem && stems[stem.toLowerCase()];
    if (!british) return found;
    return /^[A-Z]/.test(found) ? british.charAt(0).toUpperCase() + british.slice(1) : british;
  });

export const toBritish = (messages: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, toBritishText(text)]));
