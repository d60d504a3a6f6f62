// プリセットのことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  presets: 'プリセット',
  none: 'プリセットはまだありません',
  noneHint: '一覧を好きなように絞り込むか並べ替えて、プリセットとして保存してください。',
  save: 'プリセットとして保存',
  overwrite: '上書き',
  name: '名前',
  nameHint: '既存のプリセットの名前を入れると上書きします。',
  otherKind: '別の種類のプリセットがこの名前を使っています。',
  pin: 'ピン留めする',
  pinHint: 'ピン留めしたプリセットは先頭とホームに表示されます。',
  pinOf: '{name} をピン留め',
  moreOf: '{name} のその他の操作',
  saved: '「{name}」を保存しました。',
  removed: '「{name}」を削除しました。',
  rename: '名前を変更',
  up: '上へ',
  down: '下へ',
  remove: '削除',
  cancel: 'キャンセル',
  series: 'シリーズ',
  books: '本',
};
