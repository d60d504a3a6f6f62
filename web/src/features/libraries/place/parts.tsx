// Parts of the pages of a library. The home page of all libraries does not load them.
import { loadable } from '../../../ui/loadable.tsx';
import classes from './place.module.css';

export const LibraryHead = loadable(
  async () => (await import('./library-head.tsx')).LibraryHead,
  <div className={classes.place} />,
);

export const EmptyLibrary = loadable(async () => (await import('./empty-library.tsx')).EmptyLibrary);
