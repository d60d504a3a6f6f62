// What other rooms show of ratings.
export { SeriesRating } from './stars.tsx';
