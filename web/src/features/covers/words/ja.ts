// 表紙についての言葉。
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: '表紙を選ぶ',
  yours: '表紙',
  source_embedded: '本の中から',
  source_first_book: '最初の本の表紙',
  source_latest_book: '最新の本の表紙',
  source_custom: 'アップロード',
  inUse: '使用中',
  use: 'この表紙を使う：{name}',
  remove: 'この表紙を削除：{name}',
  removed: '表紙を削除しました',
  automatic: '自動で選ぶ',
  chosen: '表紙を変更しました',
  upload: '画像をアップロード',
  dropHere: '画像をここにドロップするか、選択してください。JPEG、PNG、WebP、AVIF、GIF に対応しています。',
  choose: 'ファイルを選択',
  fromPages: '本のページから',
  fromBooks: '収録されている本のページから',
  book: '本',
  noBook: 'その本はありません',
  usePage: '{number} ページを使う',
  morePages: '他のページ',
  notAPicture: '画像ではありません。',
};
