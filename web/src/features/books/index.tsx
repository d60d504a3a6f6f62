// What other pages show of books.
export { BookCard } from './book-card.tsx';
export { usePlace } from './place.ts';
export { useMarkSeries } from './use-mark.ts';
