// 実行中のスキャンのことば
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  scanning: '{name}をスキャンしています',
  scanOf: '{name}のスキャン',
  filesOf: '{total}ファイル中{done}',
  lookingThrough: 'フォルダーを調べています',
};
