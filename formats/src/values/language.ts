// Normalizes language tags (BCP 47): "eng" → "en", "pt_br" → "pt-BR".

const known = new Map<string, string | undefined>();
const maxKnown = 500;

/** Returns the canonical tag, or undefined if the text is not a tag or means an unknown language. */
export function parseLanguage(text: string): string | undefined {
  const tag = text.trim().replaceAll('_', '-').toLowerCase();
  if (tag.length > 35) return undefined;
  if (known.has(tag)) return known.get(tag);
  const canonical = toCanonical(tag);
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

// ComicBookInfo stores languages by their English names.
const named = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'nl',
  'ja',
  'zh',
  'ko',
  'ru',
  'pl',
  'sv',
  'da',
  'no',
  'fi',
  'tr',
  'cs',
];
const byName = new Map<string, string>();

/** Returns the tag for an English language name or a tag. */
export function parseLanguageOrName(text: string): string | undefined {
  if (byName.size === 0) {
    const names = new Intl.DisplayNames('en', { type: 'language' });
    for (const tag of named) byName.set((names.of(tag) ?? tag).toLowerCase(), tag);
  }
  return byName.get(text.trim().toLowerCase()) ?? parseLanguage(text);
}
