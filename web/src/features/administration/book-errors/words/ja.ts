// 読み取れなかった本のことば
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  title: '本のエラー',
  about: '読み取れなかったファイルを原因別に表示します。ファイルは変更しません。',
  none: 'すべての本を読み取れました',
  total: '{count, plural, other {エラーのある本：#冊}}',
  retryAll: 'すべて再試行',
  retryType: 'この種類を再試行',
  retryTypeNamed: 'この種類を再試行：{name}',
  retry: '再試行',
  retryNamed: '{name}を再試行',
  started: '{count, plural, =0 {対象はありませんでした} other {#件のタスクを開始しました}}',
  counted: '{name}（{count}）',
  formatDetection: '不明なファイル形式',
  formatDetectionAbout:
    'ファイルの中身が名前と違うか、7zなどLecternが読めない形式です。ダウンロードの中断や拡張子の間違いがよくある原因です。',
  parser: '壊れたファイル',
  parserAbout:
    'アーカイブまたは文書が壊れているか暗号化されています。入手し直すか、パスワードなしで保存し直してください。',
  metadata: 'メタデータを読めません',
  metadataAbout: '本は読めますが、ComicInfoなどのメタデータを読めません。ファイル名で分類されています。',
  thumbnail: '表紙がありません',
  thumbnailAbout: '最初のページから縮小画像を作れませんでした。本は読めます。',
  pageExtraction: '読めないページ',
  pageExtractionAbout: '少なくとも1ページが壊れているか、対応していない画像です。ほかのページは読めます。',
  pdfRendering: 'PDFページを描画できません',
  pdfRenderingAbout: 'PDFのページを描画できなかったか、時間がかかりすぎました。',
  zeroPages: 'ページがありません',
  zeroPagesAbout: 'ファイルに画像も文章もありません。バックアップや誤ったダウンロードかもしれません。',
  other: 'その他',
  otherAbout: '詳しくはメッセージをご覧ください。使用中のファイルや、切断されたディスクがよくある原因です。',
};
