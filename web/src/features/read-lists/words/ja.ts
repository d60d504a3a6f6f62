// 読書リストのファイルについての言葉。
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  import: '.cbl ファイルを取り込む',
  hint: 'ComicRack、Komga、Kavita などで作った本のリストです。まず、ここで見つかった本を確認できます。',
  choose: '.cbl ファイルを選択',
  name: '読書リストの名前',
  matched: '{count, plural, other {# 件見つかりました}}',
  unmatched: '{count, plural, other {# 件は要確認}}',
  entry: 'ファイルの内容',
  here: 'このライブラリの本',
  status_matched: '見つかりました',
  status_ambiguous: '候補が複数',
  status_not_found: '見つかりません',
  status_duplicate: '重複',
  which: '{entry}はどの本ですか？',
  none: 'どれでもない',
  create: '{count, plural, other {# 冊で読書リストを作成}}',
  another: '別のファイル',
  taken: '同じ名前の読書リストがあります。別の名前にしてください。',
  made: '{name}を作成しました',
  report: '照合の結果',
};
