// What other pages show of reading without a network.
export { KeepBook } from './keep-book.tsx';
export { KeepSeries } from './keep-series.tsx';
export { Unreachable } from './unreachable.tsx';
