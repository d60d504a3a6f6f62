// サインインと変更の記録のことば
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: '操作の記録',
  about: '誰がサインインし、何を変更したかの記録です。誰が何を読んだかは記録しません。',
  kind: '内容',
  allKinds: 'すべて',
  signIn: 'サインイン',
  signInFailed: 'サインイン失敗',
  signOut: 'サインアウト',
  change: '変更',
  person: 'ユーザー',
  everybody: '全員',
  about_: '対象',
  allThings: 'すべて',
  nobody: '不明な人',
  via: '方法：{via}',
  from: '接続元：{address}',
  fields: '設定した項目：{fields}',
  failed: '失敗',
  none: '記録はありません',
  refresh: '再読み込み',
  library: 'ライブラリ',
  user: 'アカウント',
  setting: '設定',
  series: 'シリーズ',
  book: '本',
  apiKey: 'APIキー',
  collection: 'コレクション',
  readList: '読書リスト',
  sharingTag: '共有タグ',
};
