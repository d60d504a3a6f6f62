// 検索のことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  search: '検索',
  askHint: '探したいものを入力してください。タイトル、人、シリーズ、あらすじのことばで探せます。',
  words: 'ことば',
  wordsHint: '順番は問いません',
  phrase: 'このとおりの並び',
  phraseHint: '続けて現れることば',
  without: '除外',
  withoutHint: '含まないことば',
  genre: 'ジャンル',
  tag: 'タグ',
  author: '著者',
  publisher: '出版社',
  language: '言語',
  readStatus: '読書状況',
  howItSearches: '検索のしかた',
  explainWords:
    'ことばの先頭だけでも見つかります（「aster」で「Asterix」）。大文字とアクセントは区別しません。',
  explainPhrase: '検索欄に "長い 道" のように引用符で書くと、続けて現れるものを探します。',
  explainWithout: 'マイナス記号で除外します（batman -annual）。',
  explainLanguages: '中国語、日本語、韓国語は文中のどこでも見つかります。',
  explainFields: '項目で結果を絞り込みます。一つの項目に複数の値を入れると、そのいずれかになります。',
  series: 'シリーズ',
  books: '本',
  seriesFound: '{count, plural, =0 {シリーズはありません} other {# シリーズ}}',
  booksFound: '{count, plural, =0 {本はありません} other {# 冊}}',
  allSeries: 'すべてのシリーズを表示',
  allBooks: 'すべての本を表示',
  save: 'プリセットとして保存',
};
