// What other features use of statistics.
export { BookHistory } from './book-history.tsx';
