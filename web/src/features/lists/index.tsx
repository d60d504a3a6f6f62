// Exports for collections and read lists.
import { loadable } from '../../ui/loadable.tsx';

/** Loaded when it is first opened. */
export const AddToList = loadable(async () => (await import('./add-dialog.tsx')).AddDialog);
export { ListLinks, useContainingLists } from './containing-lists.tsx';
export { loadAll } from './load-all.ts';
export type { ArrangeProps } from './page/arrange.tsx';
export { ListPage } from './page/list-page.tsx';
export { ListsPage } from './page/lists-page.tsx';
export { MemberLine } from './page/members.tsx';
