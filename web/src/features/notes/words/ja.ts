// 印を付けたものすべてのページのことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: 'メモとハイライト',
  search: '印を付けたものを検索',
  kind: '種類',
  color: '色',
  all: 'すべて',
  bookmark: 'しおり',
  highlight: 'ハイライト',
  note: 'メモ付き',
  yellow: '黄色',
  green: '緑',
  blue: '青',
  pink: 'ピンク',
  orange: 'オレンジ',
  purple: '紫',
  count: '{count, plural, other {# 件}}',
  more: 'もっと見る',
  read: '読む',
  readThere: '「{title}」をここから読む',
  nothing: 'まだ何も印を付けていません',
  nothingHint: 'EPUB の本文のことばを選んでハイライトするか、しおりを挟むと、ここにすべて並びます。',
  nothingFits: '条件に合うものはありません',
};
