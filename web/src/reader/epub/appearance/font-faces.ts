// `@font-face` rules for the frames of a book. The content security policy of frames allows only the book's own files and
// blobs from the client, so the client fetches the fonts.
import { fetchWithRetry } from '../../../api/fetch-with-retry.ts';
import { readFontFile } from '../../../api/fonts.ts';
import { type Appearance, chosenFamily, isOwnFont, type OwnFont, ownPrefix } from './appearance.ts';
import { type BundledFont, bundledFonts, listFontFiles } from './bundled-fonts.ts';

const isBundled = (font: Appearance['font']): font is BundledFont => bundledFonts.some((one) => one === font);

async function toBlobUrl(url: string): Promise<string> {
  const answer = await fetchWithRetry(url, {});
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return URL.createObjectURL(await answer.blob());
}

const toRule = (url: string, descriptors: string): string =>
  `@font-face { font-family: "${chosenFamily}"; src: url("${url}"); font-display: swap; ${descriptors} }`;

async function load(font: BundledFont | OwnFont, language: string | undefined): Promise<string> {
  if (!isBundled(font))
    return toRule(URL.createObjectURL(await readFontFile(font.slice(ownPrefix.length))), '');
  const rules = listFontFiles(font, language).map(async ({ url, descriptors }) =>
    toRule(await toBlobUrl(url), descriptors),
  );
  return (await Promise.all(rules)).join('\n');
}

/** Loaded fonts stay cached while the client is open. */
const loading = new Map<string, Promise<string>>();

/** Empty for typefaces that need no files: the publisher's and system fonts. Rejects when offline. */
export function loadFontFaces(font: Appearance['font'], language: string | undefined): Promise<string> {
  if (!isBundled(font) && !isOwnFont(font)) return Promise.resolve('');
  const key = `${font} ${language ?? ''}`;
  const known = loading.get(key);
  if (known) return known;
  const rules = load(font, language);
  loading.set(key, rules);
  rules.catch(() => loading.delete(key));
  return rules;
}
