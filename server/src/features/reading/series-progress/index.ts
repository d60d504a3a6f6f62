// Numbers of read books per user and series.
export { type Moved, SeriesProgress } from './store.ts';
