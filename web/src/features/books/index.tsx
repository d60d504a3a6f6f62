// Exports of the books feature.
export { BookCard } from './book-card.tsx';
export { CardActionsContext, type CardActionsProps, ExtraActionsContext } from './card/card-context.ts';
export { useCardTitle } from './card/card-title.ts';
export { ItemCard } from './card/item-card.tsx';
export {
  closeItemMenu,
  type ExtraAction,
  type ItemMenuRequest,
  openItemMenu,
  useItemMenu,
} from './card/item-menu-store.ts';
export { SeriesCard } from './card/series-card.tsx';
export { isAtStart } from './is-at-start.ts';
export { type Item, isBook, isRead } from './item.ts';
export { MarkButton } from './mark-button.tsx';
export { markRead } from './marking.ts';
export { NextCard } from './next-card.tsx';
export { findEntryFault, makeOneEntry } from './one-entry.ts';

export { SimilarSeries } from './similar-series.tsx';
export { useMark, useRefreshItems } from './use-mark.ts';
export { useOneEntry } from './use-one-entry.tsx';
