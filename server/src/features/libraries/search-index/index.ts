// Data for lists and searches: terms (genres, tags, authors, …) and search documents of books and series, written in
// the transaction of the change.
export { defineCatchUp } from './catch-up.ts';
export { createIndexing, type Indexing, listVersion } from './service.ts';
