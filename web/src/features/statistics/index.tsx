// Exports of the statistics feature.
export { BookHistory } from './book-history.tsx';
