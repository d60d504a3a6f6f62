// 管理のライブラリのことば
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: 'ライブラリ',
  about: 'Lecternはファイルを読み取るだけです。ここでライブラリを外しても、ディスクからは何も消えません。',
  add: 'ライブラリを追加',
  counts: '{series, plural, other {#シリーズ}}、{books, plural, other {#冊}}',
  scanned: '{when}にスキャン',
  neverScanned: 'まだスキャンしていません',
  paused: '無効',
  scan: 'スキャン',
  scanNamed: '{name}をスキャン',
  deepScan: 'すべてのファイルを読み直す',
  stopScan: '中止',
  stopScanNamed: '{name}のスキャンを中止',
  analyze: '失敗した本を読み直す',
  analyzeAll: 'すべての本を読み直す',
  edit: '編集',
  editNamed: '{name}を編集',
  pause: '自動スキャンを止める',
  resume: '自動スキャンを再開する',
  purge: 'なくなった本の情報を消す',
  remove: 'ライブラリを外す',
  scanStarted: '{name}をスキャンしています',
  started: '開始しました。タスクで確認できます',
  stopped: '{name}のスキャンを中止しました',
  isPaused: '{name}を無効にしました',
  isResumed: '{name}を有効にしました',
  failed: '前回のスキャンは完了しませんでした',
  nothingLost:
    '何も失われていません。フォルダーが戻るまで、本も読書位置もそのまま残ります。ディスクを接続してから、もう一度スキャンしてください。',
  meantEmpty: '意図して削除しました',
  meantEmptyTitle: '見つからない本を外しますか？',
  meantEmptyText:
    '{name}をスキャンし、ファイルのない本を非表示にします。読書位置は残り、ファイルが戻れば元に戻ります。',
  meantEmptyAction: 'スキャンして外す',
  notes: '{count, plural, other {前回のスキャンの注記#件}}',
  found: '前回のスキャン：{books, plural, other {#冊}}、{seconds}',
  purgeTitle: 'なくなった本の情報を消しますか？',
  purgeText:
    '{name}のうちファイルがなくなった本の情報を、全員の読書位置やメモとともに完全に消します。ディスクを外しただけの場合も同じに見えます。先に接続してスキャンしてください。',
  purgeAction: '消す',
  purged: '{count, plural, =0 {消すものはありませんでした} other {#冊の情報を消しました}}',
  removeTitle: '{name}を外しますか？',
  removeText:
    'ライブラリとそのシリーズ、表紙が消えます。ファイルには触れません。同じ本が戻れば読書履歴も戻ります。',
  removed: '{name}を外しました',
  none: 'ライブラリはまだありません',
  editTitle: '{name}を編集',
};
