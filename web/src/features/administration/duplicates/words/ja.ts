// 重複のことば
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: '重複',
  about:
    'Lecternがファイルを削除することはありません。残すものを決め、もう一方をフォルダーから削除してスキャンしてください。読書位置は本に残ります。',
  books: '同じファイル',
  series: '同じかもしれないシリーズ',
  kind: '重複の種類',
  noBooks: '重複したファイルはありません',
  noSeries: '似たシリーズはありません',
  copies: '{count, plural, other {#件}}（各{size}）',
  wasted: '{size}を空けられます',
  sameTitle: '同じ題名',
  sameId: '同じID：{key}',
  oldest: '最も古い',
  path: 'ファイルの場所',
  added: '{when}に追加',
  pages: '{count, plural, other {#ページ}}',
  bookCount: '{count, plural, other {#冊}}',
  read: '読んでいる途中です',
  compare: '{name}の重複',
};
