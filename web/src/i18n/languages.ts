// The languages of the interface, each by its own name. To add one: a line here, and its messages in <code>.json.
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', ja: '日本語' } as const;
export type Language = keyof typeof languages;

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value);

/** The first of the preferred languages (BCP 47) that the interface has; English where it has none of them. */
export function matchLanguage(preferred: readonly string[]): Language {
  for (const one of preferred) {
    const [base = ''] = one.toLowerCase().split('-');
    if (isLanguage(base)) return base;
  }
  return 'en';
}
