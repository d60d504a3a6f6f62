// What readers have read of whole series, counted.
export { createSeriesProgress, type Moved, type SeriesProgress } from './store.ts';
