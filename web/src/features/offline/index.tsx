// Exports of the offline feature.
export { DownloadBook } from './download-book.tsx';
export { DownloadSeries } from './download-series.tsx';
export { Unreachable } from './unreachable.tsx';
export { useDownload } from './use-download.ts';
export { useDownloadUnread } from './use-download-unread.ts';
