// The interface languages. To add one, add its lines here and its messages in <code>.json.

/** Each in its own language. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', ja: '日本語' } as const;
export type Language = keyof typeof languages;

/** Shown while the messages of a language cannot be loaded. */
export const loadingTexts: Record<Language, string> = {
  en: 'The interface cannot be loaded. Trying again …',
  de: 'Die Oberfläche kann nicht geladen werden. Neuer Versuch …',
  fr: 'L’interface ne peut pas être chargée. Nouvelle tentative…',
  ja: '画面を読み込めません。再試行しています…',
};

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value);

/** The first supported language of the preferred ones (BCP 47). English if none is supported. */
export function matchLanguage(preferred: readonly string[]): Language {
  for (const one of preferred) {
    const [base = ''] = one.toLowerCase().split('-');
    if (isLanguage(base)) return base;
  }
  return 'en';
}

/** The browser's variant of the language, for dates, numbers and spelling: `en-GB` for `en`. */
export const matchLocale = (language: Language, preferred: readonly string[]): string =>
  preferred.find((one) => one.toLowerCase().split('-')[0] === language && isLocale(one)) ?? language;

/** Some browsers report names that are not BCP 47, such as `en-US@posix`. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}
