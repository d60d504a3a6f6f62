// What other features use of books.
export { BookCard } from './book-card.tsx';
export { isAtStart } from './is-at-start.ts';
export { type Item, isBook } from './item.ts';
export { MarkButton } from './mark-button.tsx';
export { markRead } from './marking.ts';

export { useRefreshItems } from './use-mark.ts';
