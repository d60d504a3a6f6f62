// What other features use of matching. Both are loaded when they are first opened.
import { lazy, Suspense } from 'react';
import type { MatchDialogProps } from './dialog.tsx';
import type { MatchingReviewProps } from './review/review.tsx';

export { matchState, metadataProviders } from './queries.ts';

const Dialog = lazy(async () => ({ default: (await import('./dialog.tsx')).MatchDialog }));
const Review = lazy(async () => ({ default: (await import('./review/review.tsx')).MatchingReview }));

export const MatchDialog = (props: MatchDialogProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);

export const MatchingReview = (props: MatchingReviewProps) => (
  <Suspense>
    <Review {...props} />
  </Suspense>
);
