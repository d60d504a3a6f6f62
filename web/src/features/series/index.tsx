// What other features use of series.
export { SeriesCard } from './series-card.tsx';
