// What other features use of ratings.
export { SeriesRating } from './stars.tsx';
