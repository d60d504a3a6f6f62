// Language names and codes in brackets and suffixes of names.
import { plainPhrase } from '../tokens/code-points.ts';

const names: Readonly<Record<string, string>> = {
  en: 'eng gb english anglais englisch ingles',
  fr: 'fra fre french francais vf',
  de: 'deu ger german deutsch allemand',
  es: 'spa esp spanish espanol castellano',
  it: 'ita italian italiano',
  pt: 'por portuguese portugues',
  nl: 'nld dut dutch nederlands',
  pl: 'pol polish polski',
  ru: 'rus russian русский рус',
  uk: 'ukr ua ukrainian українська',
  cs: 'ces cze cz czech',
  sv: 'swe swedish svenska',
  da: 'dan dk danish dansk',
  no: 'nor norwegian norsk',
  fi: 'fin finnish suomi',
  hu: 'hun hungarian magyar',
  tr: 'tur turkish turkce',
  el: 'ell gre gr greek ελληνικα',
  ro: 'ron rum romanian',
  ca: 'cat catalan catala',
  he: 'heb hebrew עברית',
  ar: 'ara arabic العربية',
  fa: 'fas per persian',
  hi: 'hin hindi',
  th: 'tha thai ไทย',
  vi: 'vie vietnamese',
  id: 'ind indonesian',
  ja: 'jpn jap japanese jp 日本語',
  ko: 'kor korean kr 한국어',
  zh: 'zho chi chinese cn tw 中文',
  'zh-Hans': '简体中文 简体 简中 chs',
  'zh-Hant': '繁體中文 繁體 繁中 cht',
  'pt-BR': 'ptbr pt br brazilian',
};

const byName = new Map<string, string>();
for (const [tag, words] of Object.entries(names)) {
  if (tag.length === 2) byName.set(tag, tag);
  for (const word of words.split(' ')) {
    if (word !== 'pt' && word !== 'br') byName.set(plainPhrase(word), tag);
  }
}
byName.set('pt br', 'pt-BR');
byName.set('brazilian portuguese', 'pt-BR');
byName.set('simplified chinese', 'zh-Hans');
byName.set('traditional chinese', 'zh-Hant');

/** "fr", "FRA", "French", "Français" → "fr". Returns undefined for unknown languages. */
export function languageOfName(text: string): string | undefined {
  return text.length <= 20 ? byName.get(plainPhrase(text)) : undefined;
}

/** Returns the tag of a two-letter code with an optional region, or undefined for an unknown code. */
export function languageOfTag(code: string, region?: string): string | undefined {
  if (!(code in names)) return undefined;
  return region ? `${code}-${region}` : code;
}
