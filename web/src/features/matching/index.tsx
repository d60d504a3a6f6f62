// Exports of the matching feature. The components are loaded when first opened.
import { loadable } from '../../ui/loadable.tsx';

export { FindMetadata } from './find-metadata.tsx';
export { matchState, metadataProviders } from './queries.ts';
export { isSetUp, turnOnProviders } from './turn-on.ts';

export const MatchDialog = loadable(async () => (await import('./dialog.tsx')).MatchDialog);

export const MatchingReview = loadable(async () => (await import('./review/review.tsx')).MatchingReview);
