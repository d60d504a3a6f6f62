// すべてのリーダーに共通のことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  elsewherePage: '別の端末では {page, number} ページまで進んでいます。移動しますか？',
  elsewhereShare: '別の端末では {percent} まで進んでいます。移動しますか？',
  goThere: '移動する',
  stayHere: 'ここに残る',
};
