// What other rooms show of collections and read lists.
import { lazy, Suspense } from 'react';
import type { AddProps } from './add-dialog.tsx';

const Dialog = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }));

/** Loaded when it is first opened. */
export const AddToGathering = (props: AddProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
export { loadAll } from './load-all.ts';
export type { ArrangeParts } from './page/arrange.tsx';
export { GatheringPage } from './page/gathering-page.tsx';
export { GatheringsPage } from './page/list-page.tsx';
export { MemberLine } from './page/members.tsx';
export { useText as useGatheringText } from './words/index.ts';
