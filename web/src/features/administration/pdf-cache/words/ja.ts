// PDFキャッシュのことば
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: 'PDFキャッシュ',
  about: 'どちらも必要になれば作り直されます。空にしても時間がかかるだけです。',
  handles: '開いている文書',
  handlesAbout:
    'ページをすばやくめくれるよう、PDFはしばらく開いたままにします。応答したプロセスのものを表示しています。',
  handlesOff: '文書は開いたままにしない設定です（設定を参照）。',
  noHandles: '開いている文書はありません',
  filled: '{capacity}件中{size}件を使用',
  hits: '{hits, plural, other {再利用#回}}、{misses, plural, other {新規#回}}',
  closed:
    '{count, plural, other {空きを作るために閉じた文書#件}}、{idle, plural, other {使われずに閉じた文書#件}}',
  rendered: '{count, plural, other {描画したページ：#}}',
  opened: '開いてから{time}、最後の使用から{idle}',
  book: '本へ',
  close: '閉じる',
  closeNamed: '{name}を閉じる',
  closeAll: 'すべて閉じる',
  closedNow: '{count, plural, =0 {開いている文書はありませんでした} other {#件の文書を閉じました}}',
  pages: '描画済みのページ',
  pagesAbout: '描画したページは、設定した容量と期間までディスクに残ります。',
  pagesOff: '描画したページは残さない設定です（設定を参照）。',
  pageCount: '{books, plural, other {#冊}}の{pages, plural, other {#ページ}}',
  size: '容量',
  oldest: '最も古いもの',
  days: '{count, plural, =0 {今日} other {#日}}',
  folder: 'フォルダー',
  clean: '古いページを削除',
  olderThan: 'この日数より古いもの',
  cleaning: '古いページを削除しています。タスクで確認できます',
  deleteAll: 'すべてのページを削除',
  deleteAllTitle: '描画済みのページをすべて削除しますか？',
  deleteAllText: '読むときに描画し直されます。最初のページに少し時間がかかります。',
  deleted: '{count, plural, other {#ページ}}を削除し、{size}を空けました',
  refresh: '再読み込み',
};
