// オフラインで読むためのことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: 'この端末に保存した本',
  keep: 'この端末に保存',
  keepUnread: '未読の本を保存',
  keptSize: '保存済み ({size})',
  remove: '削除',
  removeOne: '{title} をこの端末から削除',
  givenAway: '{title} の保存をやめました',
  comesIn: '{count, plural, other {# 冊}}をこの端末に保存しています',
  nothingUnread: '保存できる未読の本はありません',
  stop: '中止',
  takingIn: '{title} を保存中',
  interrupted: '中断しました。サーバーに接続できるようになると再開します。',
  full: 'この端末の空き容量が足りません。保存した本を削除してください。',
  again: 'もう一度試す',
  read: '読む',
  readOne: '{title} を読む',
  needsHttps:
    'ブラウザーに本を保存できるのは https:// で始まるアドレスのときだけです。ほかの機能はそのまま使えます。',
  room: 'このブラウザーで使える {quota} のうち {size} を使用',
  notSafe:
    '容量が不足すると、ブラウザーが保存内容を消すことがあります。Lectern をアプリとしてインストールすると安心です。',
  empty: '保存した本はまだありません',
  emptyHint: '本のページで「この端末に保存」を選ぶと、オフラインで読めます。',
  away: 'サーバーに接続できません',
  stillHere:
    'この端末に {count, plural, other {# 冊}}あります。読んだ位置は、サーバーに接続できたときに送られます。',
  nothingHere: 'この端末に保存した本は、オフラインでも読めます。',
  toKept: '保存した本へ',
};
