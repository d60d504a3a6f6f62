// What other pages show of books.
export { BookCard } from './book-card.tsx';
