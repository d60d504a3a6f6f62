// 初回起動のことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  welcome: 'Lectern へようこそ',
  twoSteps: '2 つの手順で、家じゅうの端末から本を読めるようになります。',
  you: 'あなた',
  administrator: '管理者',
  yourBooks: 'あなたの本',
  firstLibrary: '最初のライブラリ',
  next: '次へ',
  later: 'あとで',
};
