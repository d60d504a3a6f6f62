// Formats "found of total" counts.
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';

export function useFound() {
  const t = useTranslate();
  const format = useFormat();
  return (what: 'booksFound' | 'placesFound', found: number, count: number): string =>
    t(`administration.import.${what}`, { found: format.number(found), count });
}
