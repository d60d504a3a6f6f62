// Leading articles that sort keys omit, by language. "Die" is a German article and an English verb, so the language
// decides. If it is unknown, only English articles are omitted.

const byLanguage: Readonly<Record<string, readonly string[]>> = {
  en: ['the', 'a', 'an'],
  fr: ['le', 'la', 'les', "l'", 'un', 'une', 'des'],
  de: ['der', 'die', 'das', 'ein', 'eine'],
  es: ['el', 'la', 'los', 'las', 'un', 'una', 'unos', 'unas'],
  it: ['il', 'lo', 'la', 'i', 'gli', 'le', "l'", 'un', 'uno', 'una', "un'"],
  pt: ['o', 'a', 'os', 'as', 'um', 'uma'],
  nl: ['de', 'het', 'een', "'t"],
  ca: ['el', 'la', 'els', 'les', "l'", 'un', 'una'],
  sv: ['en', 'ett', 'den', 'det', 'de'],
  da: ['en', 'et', 'den', 'det', 'de'],
  no: ['en', 'ei', 'et', 'den', 'det', 'de'],
  hu: ['a', 'az', 'egy'],
};

/**
 * Returns the articles of a language, folded, for `toSortKey`. `language` is a BCP 47 tag (`fr`, `pt-BR`). A missing or
 * empty one counts as English; a language without articles (`ja`, `ru`) returns an empty list.
 */
export function articlesOf(language?: string | null): readonly string[] {
  if (!language) return byLanguage.en ?? [];
  const primary = language.slice(0, 3).toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return byLanguage[primary === 'nb' || primary === 'nn' ? 'no' : primary] ?? [];
}
