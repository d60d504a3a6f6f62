// What other pages show of reading without a network.
export { DownloadBook } from './download-book.tsx';
export { DownloadSeries } from './download-series.tsx';
export { Unreachable } from './unreachable.tsx';
