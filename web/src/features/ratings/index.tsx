// Exports of the ratings feature.
export { SeriesRating } from './stars.tsx';
