// ファイルを読み直すときのことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  asked: 'ファイルを読み直します',
  waits: 'まもなく読み直しを始めます',
  reads: '読み直しています',
  booksOf: '{total}冊中{done}冊',
  done: '{count, plural, other {#冊を読み直しました}}',
  failed: 'ファイルを読み直せませんでした：{reason}',
  cancelled: '読み直しを中止しました',
};
