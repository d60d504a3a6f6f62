// 個人設定のことば
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: '個人設定',
  about: 'リーダーの表示や本棚など、アプリがアカウントごとに覚えている設定です。どの端末でも使われます。',
  none: 'まだ何も保存されていません',
  list: '保存されている設定',
  remove: '削除',
  removeNamed: '{name}を削除',
  removed: '{name}を削除しました',
  file: 'ファイル',
  fileText: '控えを取ったり、別のサーバーに移したりできます。',
  save: 'ファイルに保存',
  load: 'ファイルから読み込む',
  loaded: '{count, plural, other {#件の設定を読み込みました}}',
  notOurs: 'このファイルには設定がありません',
  clear: 'すべて削除',
  clearTitle: 'すべての個人設定を削除しますか？',
  clearText: 'すべてのアプリでリーダーや本棚が最初の状態に戻ります。読書位置は変わりません。',
  cleared: 'すべての個人設定を削除しました',
};
