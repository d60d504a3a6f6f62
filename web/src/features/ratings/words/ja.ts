// 評価についての言葉。
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  yours: 'あなたの評価',
  stars: '{count, plural, other {星 # つ}}',
  none: '未評価',
  takeBack: '評価を取り消す',
  average: '平均 {average}（{count, plural, other {# 件の評価}}）',
  rated: '{stars}と評価しました',
  takenBack: '評価を取り消しました',
  note: '自分用のメモ',
  noteHint: '他の人には見えません。',
  addNote: 'メモを追加',
  changeNote: 'メモを編集',
  noteSaved: 'メモを保存しました',
  save: '保存',
  cancel: 'キャンセル',
};
