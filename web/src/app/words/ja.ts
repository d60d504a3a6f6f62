// ページを囲む枠のことば
import type { Translated } from '../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  toContent: '本文へ',
  openMenu: 'メニューを開く',
  closeMenu: 'メニューを閉じる',
  places: '場所',
  home: 'ホーム',
  allSeries: 'すべてのシリーズ',
  allBooks: 'すべての本',
  wantToRead: '読みたい',
  collections: 'コレクション',
  readLists: '読書リスト',
  presets: 'プリセット',
  managePresets: 'すべてのプリセット',
  more: 'その他',
  statistics: '統計',
  offline: 'オフライン',
  administration: '管理',
  libraries: 'ライブラリ',
  addLibrary: 'ライブラリを追加',
  search: '検索 ( / )',
  searchSeries: 'シリーズを検索',
  accountOf: '{name} のアカウント',
  colours: '配色',
  systemColours: 'システムに合わせる',
  lightColours: 'ライト',
  darkColours: 'ダーク',
  blackColours: 'ブラック',
  anotherAccount: '別のアカウント',
  signOut: 'ログアウト',
};
