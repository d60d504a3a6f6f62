// Exports of the series feature.
export { nextBook } from './page/queries.ts';
