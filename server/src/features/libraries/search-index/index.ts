// Terms (genres, tags, authors, …) and search documents of books and series, written in the transaction of the change.
export { SearchRebuild } from './rebuild.ts';
export { Indexing } from './service.ts';
