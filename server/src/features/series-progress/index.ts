// What readers have read of whole series, counted.
export { createSeriesProgress, type SeriesProgress } from './store.ts';
