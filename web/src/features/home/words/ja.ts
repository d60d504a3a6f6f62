// ホームのことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  home: 'ホーム',
  library: 'ライブラリ',
  allLibraries: 'すべてのライブラリ',
  keepReading: '続きを読む',
  onDeck: '次に読む',
  wantToRead: '読みたい',
  recentBooks: '新しく追加された本',
  recentSeries: '新しく追加されたシリーズ',
  updatedSeries: '最近更新されたシリーズ',
  recentlyRead: '最近読んだ本',
  all: 'すべて',
  allOf: 'すべて: {shelf}',
  back: '戻る: {shelf}',
  forward: '進む: {shelf}',
  shelves: '本棚',
  chooseShelves: '本棚を選ぶ',
  moveUp: '上へ移動: {shelf}',
  moveDown: '下へ移動: {shelf}',
  asAtFirst: '初期設定に戻す',
  done: '完了',
  close: '閉じる',
  noLibrary: 'ライブラリがまだありません',
  noLibraryHint: '本が入っているフォルダーを追加してください。',
  noLibraryForYou: 'ライブラリの追加または公開を管理者に依頼してください。',
  addLibrary: 'ライブラリを追加',
  noBooks: '本がまだありません',
  noBooksHint:
    'ライブラリのスキャン中に表示されていきます。フォルダーに本を入れて、もう一度スキャンしてください。',
  noBooksForYou: 'ライブラリに本が追加されると、ここに表示されます。',
  noShelf: 'すべての本棚が非表示です',
};
