// Exports of the series feature.
export { nextBook } from './page/queries.ts';
export { SeriesCard } from './series-card.tsx';
