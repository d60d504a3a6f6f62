// すべてのリーダーに共通のことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  elsewherePage: '別の端末では {page, number} ページまで進んでいます。移動しますか？',
  elsewhereShare: '別の端末では {percent} まで進んでいます。移動しますか？',
  goThere: '移動する',
  stayHere: 'ここに残る',
  zoneNext: '進む',
  zonePrevious: '戻る',
  zonesHint:
    'この場所をタップするとページをめくり、それ以外ではメニューを表示します。場所は設定で変えられます。',
  zonesHintNone:
    'タップするとメニューを表示します。ページはスワイプでめくります。タップする場所は設定で選べます。',
  gotIt: 'わかりました',
  closeBook: '本を閉じる',
  fullScreen: '全画面表示',
  leaveFullScreen: '全画面表示を終了',
  zones: 'タップする場所',
  zonesSides: '左右',
  zonesLShape: 'L字型',
  zonesKindle: 'Kindle 風',
  zonesEdges: '端',
  zonesNone: 'なし',
  inverted: '進むと戻るを入れ替える',
  showZones: '場所を見る',
  device: 'この端末',
};
