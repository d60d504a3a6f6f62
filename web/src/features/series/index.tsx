// What other features use of series.
export { nextBook } from './page/queries.ts';
export { SeriesCard } from './series-card.tsx';
