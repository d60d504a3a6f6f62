// バックアップのことば
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: 'バックアップ',
  about:
    'アカウント、読書位置、メモ、リスト、編集した内容、アップロードした表紙など、作り直せないものすべてです。本そのものは含まれません。本は別の方法で複製しておいてください。',
  download: '今すぐバックアップをダウンロード',
  making: 'バックアップを作成しています。本が多いほど時間がかかります。',
  done: 'バックアップをダウンロードします：{size}',
  when: 'いつ作るか',
  whenText:
    '更新の前と、ときどき作ってください。データベースが変わる更新の前には、Lecternが自動で写しを作ります（データフォルダーのbackups）。バックアップは一度に一つだけ作られ、その間も読書を続けられます。',
  restore: '元に戻す方法',
  restore1: 'Lecternを停止します。',
  restore2: '実行します：npm start -- restore <ファイル>。それまでのデータは削除されず、別の場所に残ります。',
  restore3: '同じか新しいバージョンのLecternを起動します。縮小画像は作り直されます。',
  postgres: 'このサーバーはPostgreSQLを使っています',
  postgresText:
    'pg_dumpなどPostgreSQLのツールで、使用中でも複製できます。データフォルダーのcoversフォルダーも複製してください。',
};
