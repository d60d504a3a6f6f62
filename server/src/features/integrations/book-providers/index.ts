// Book providers.
export { googleBooks } from './google-books/index.ts';
export { hardcover } from './hardcover/index.ts';
export { openLibrary } from './open-library/index.ts';
