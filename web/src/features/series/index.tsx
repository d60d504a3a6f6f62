// What other pages show of series.
export { SeriesCard } from './series-card.tsx';
