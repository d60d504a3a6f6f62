// 部品のことば
import type { Translated } from '../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  unreachable: 'サーバーに接続できません',
  unreachableHint: 'サーバーは動いていますか。同じネットワークにいますか。',
  failed: 'うまくいきませんでした',
  retry: 'もう一度試す',
  loading: '読み込み中',
  close: '閉じる',
  undo: '元に戻す',
  read: '既読',
  percentRead: '{percent} 読了',
  cancel: 'キャンセル',
  areYouSure: '本当によろしいですか？',
};
