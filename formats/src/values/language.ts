// Normalizes language tags (BCP 47) and names: "eng" → "en", "pt_br" → "pt-BR", "German" → "de".
import { languageOfName } from '../file-name/words/languages.ts';

const known = new Map<string, string | undefined>();
const maxKnown = 500;
const countries = new Set(['jp', 'kr', 'cn', 'tw', 'cz', 'dk', 'gb', 'gr', 'ua']);

/**
 * Returns the canonical tag of a tag, of the English name of a language, or of its name in itself. Returns
 * undefined for other texts and unknown languages.
 */
export function parseLanguage(text: string): string | undefined {
  const tag = text.trim().replaceAll('_', '-').toLowerCase();
  if (tag.length > 50) return undefined;
  if (known.has(tag)) return known.get(tag);
  // "jp", "cn" and "gb" are countries, and no codes of languages.
  const canonical = (countries.has(tag) ? languageOfName(tag) : toCanonical(tag)) ?? findByName(tag);
  // Books repeat the same few tags, and canonicalizing one takes 2 µs. Hostile tags must not fill memory.
  if (known.size < maxKnown) known.set(tag, canonical);
  return canonical;
}

function toCanonical(tag: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/.test(tag) || /^(?:und|zxx|mul|mis)(?:-|$)/.test(tag))
    return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

// Languages with readers in the supported catalogs.
const named =
  'af ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk ko la lt lv mk mr ' +
  'ms nb nl nn no pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh';
const byName = new Map<string, string>();

function findByName(text: string): string | undefined {
  // "English (US)", "English, American" and "Spanish; Castilian".
  const name = (text.split(/[([,;/]/, 1)[0] ?? '').trim();
  if (name.length < 2) return undefined;
  if (byName.size === 0) {
    const english = new Intl.DisplayNames('en', { type: 'language' });
    for (const tag of named.split(' ')) {
      const own = new Intl.DisplayNames(tag, { type: 'language' });
      for (const names of [english, own]) byName.set((names.of(tag) ?? tag).toLowerCase(), tag);
    }
  }
  return byName.get(name) ?? (name.length > 3 || name > '\u0080' ? languageOfName(name) : undefined);
}
