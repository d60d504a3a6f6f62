// 共有タグのことば
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: '共有タグ',
  about:
    'シリーズに付けたタグで、誰に見えるかが決まります。「ユーザー」で、アカウントごとにタグ付きのシリーズだけを見せたり、隠したりできます。タグは各シリーズのページで付けます。',
  make: 'タグを作る',
  none: 'タグはまだありません',
  series: '{count, plural, =0 {付いたシリーズはありません} other {#シリーズ}}',
  edit: '編集',
  editNamed: 'タグ「{name}」を編集',
  remove: 'タグを削除',
  removeTitle: 'タグ「{name}」を削除しますか？',
  removeText: 'すべてのシリーズから外れます。アカウントの制限に使われているタグは削除できません。',
  removed: 'タグ「{name}」を削除しました',
  name: '名前',
  description: '説明',
  save: '保存',
  saved: 'タグ「{name}」を保存しました',
};
