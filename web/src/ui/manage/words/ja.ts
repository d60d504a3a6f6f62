// 管理ページの部品のことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  back: '{place}に戻る',
  typeToConfirm: '確認のため「{word}」と入力してください',
  copy: '{what}をコピー',
  copied: 'コピーしました',
  shownOnce: '表示されるのは今回だけです。今すぐコピーしてください。',
  done: '完了',
  page: '{page}ページ',
  nextPage: '次のページ',
  previousPage: '前のページ',
  pages: 'ページ',
  actions: '{name}のその他の操作',
  save: '保存',
  notYours: 'このページは表示できません',
  notYoursText: 'このアカウントには権限がありません。サーバーの管理者が変更できます。',
};
