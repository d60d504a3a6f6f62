// シリーズについての、どこでも使う言葉。
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  bookCount: '{count, plural, other {# 冊}}',
};
