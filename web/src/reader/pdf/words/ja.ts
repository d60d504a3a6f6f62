// PDF リーダーのことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  contents: '目次',
  noContents: 'この文書には目次がありません。',
  search: '検索',
  searchIn: '文書内を検索',
  nextFound: '次の箇所',
  previousFound: '前の箇所',
  found: '{total, number} 件中 {current, number} 件目',
  nothingFound: '見つかりません',
  searching: '検索しています…',
  view: '表示設定',
  layout: 'ページ',
  scroll: '連続スクロール',
  single: '1ページずつ',
  size: 'サイズ',
  fitWidth: '幅に合わせる',
  fitPage: 'ページ全体',
  closer: '拡大',
  farther: '縮小',
  asPictures: 'ページを画像で表示',
  asText: 'テキストとリンクを表示',
  externalLink: '文書の外へのリンク: {url}',
  insideLink: 'この文書内の場所',
  leaving: 'このリンクは文書の外へ移動します',
  openThere: '新しいタブで開く',
  close: '閉じる',
  cancel: 'ここに残る',
  cannotOpen: 'この文書はテキストとして表示できないため、ページを画像で表示しています。',
  locked:
    'この文書はパスワードで保護されています。開くのはこのブラウザーの中だけです。パスワードはサーバーに送られず、ページの画像も作られません。',
  password: '文書のパスワード',
  wrongPassword: 'パスワードが違います。',
  showPassword: 'パスワードの表示を切り替える',
  unlock: '開く',
};
