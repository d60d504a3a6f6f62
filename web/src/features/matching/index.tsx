// What other features use of matching. Both are loaded when they are first opened.
import { loadable } from '../../ui/loadable.tsx';

export { matchState, metadataProviders } from './queries.ts';

export const MatchDialog = loadable(async () => (await import('./dialog.tsx')).MatchDialog);

export const MatchingReview = loadable(async () => (await import('./review/review.tsx')).MatchingReview);
