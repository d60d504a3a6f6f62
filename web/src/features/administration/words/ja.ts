// 管理ページの枠のことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  administration: '管理',
  libraries: 'ライブラリ',
  librariesAbout: 'フォルダー、スキャン、シリーズの見つけ方',
  users: 'ユーザー',
  usersAbout: 'アカウントと、できること・見えるもの',
  sharingTags: '共有タグ',
  sharingTagsAbout: '誰にどのシリーズを見せるか',
  apiKeys: 'APIキー',
  apiKeysAbout: 'アプリのアクセス',
  tasks: 'タスク',
  tasksAbout: 'バックグラウンドの処理',
  bookErrors: '本のエラー',
  bookErrorsAbout: '読み取れなかったファイル',
  duplicates: '重複',
  duplicatesAbout: '重複ファイル',
  pdfCache: 'PDFキャッシュ',
  pdfCacheAbout: '開いている文書と描画済みのページ',
  settings: '設定',
  settingsAbout: 'サーバー設定',
  activity: '操作の記録',
  activityAbout: 'サインインと変更',
  backup: 'バックアップ',
  backupAbout: '作り直せないものの写し',
  server: 'サーバー',
  serverAbout: 'バージョン、統計、整理',
};
