// 読みたいものについての言葉。
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  want: '読みたい',
  wanted: '{title}を読みたいリストに入れました',
  unwanted: '{title}を読みたいリストから外しました',
  series: 'シリーズ',
  books: '本',
  nothing: '読みたいものはまだありません',
  nothingHint: 'シリーズや本のページでハートを押すと、ここに入ります。',
  browse: 'すべてのシリーズを見る',
};
