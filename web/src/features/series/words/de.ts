// Wörter über eine Serie, wo immer sie gezeigt wird.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  bookCount: '{count, plural, one {# Buch} other {# Bücher}}',
};
