// What other features use of collections and read lists.
import { lazy, Suspense } from 'react';
import type { AddProps } from './add-dialog.tsx';

const Dialog = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }));

/** Loaded when it is first opened. */
export const AddToList = (props: AddProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
export { loadAll } from './load-all.ts';
export type { ArrangeProps } from './page/arrange.tsx';
export { ListPage } from './page/list-page.tsx';
export { ListsPage } from './page/lists-page.tsx';
export { MemberLine } from './page/members.tsx';
