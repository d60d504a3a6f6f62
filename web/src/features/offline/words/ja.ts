// オフラインで読むためのことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: 'ダウンロード済みの本',
  keep: 'ダウンロード',
  keepUnread: '未読をダウンロード',
  keptSize: 'ダウンロード済み ({size})',
  remove: '削除',
  removeOne: '{title} をこの端末から削除',
  givenAway: '{title} をこの端末から削除しました',
  comesIn: '{count, plural, other {# 冊}}をダウンロードしています',
  nothingUnread: 'ダウンロードできる未読の本はありません',
  stop: '中止',
  takingIn: '{title} をダウンロード中',
  interrupted: '中断しました。サーバーに接続できるようになると再開します。',
  full: 'この端末の空き容量が足りません。ダウンロードした本を削除してください。',
  again: 'もう一度試す',
  read: '読む',
  readOne: '{title} を読む',
  needsHttps:
    '本をダウンロードできるのは https:// で始まるアドレスのときだけです。ほかの機能はそのまま使えます。',
  room: '{quota} のうち {size} を使用',
  notSafe:
    '容量が不足すると、ブラウザーがダウンロードした本を消すことがあります。Lectern をアプリとしてインストールすると保持されます。',
  empty: 'ダウンロードした本はまだありません',
  emptyHint: '本のページで「ダウンロード」を選ぶと、オフラインで読めます。',
  away: 'サーバーに接続できません',
  stillHere:
    'この端末に {count, plural, other {# 冊}}あります。読書位置は、サーバーに接続できたときに同期されます。',
  nothingHere: 'ダウンロードした本は、オフラインでも読めます。',
  toKept: 'ダウンロードした本へ',
};
