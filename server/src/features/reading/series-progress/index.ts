// Numbers of read books per user and series.
export { createSeriesProgress, type Moved, type SeriesProgress } from './store.ts';
