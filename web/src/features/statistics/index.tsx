// What other rooms show of reading.
export { BookHistory } from './book-history.tsx';
