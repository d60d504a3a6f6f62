// Navigation entries of the root and of each library, filtered by permission.
import type { Permission } from '@lectern/contract/values';
import { holds, type Viewer } from '#infrastructure/access/viewer.ts';
import { toFolder } from './shape/entries.ts';
import type { FeedKind, NavigationEntry } from './shape/feed.ts';
import { toPath } from './shape/paths.ts';

interface Folder {
  title: string;
  path: string;
  kind: FeedKind;
  summary: string;
  permission: Permission;
  isNew?: boolean;
}

const acquisition = { kind: 'acquisition', permission: 'books:read' } as const;
const navigation = { kind: 'navigation', permission: 'series:read' } as const;

/** Available for all libraries and for each single one. */
const folders: readonly Folder[] = [
  { ...acquisition, title: 'Continue reading', path: '/keep-reading', summary: 'Books you have started' },
  {
    ...acquisition,
    title: 'On deck',
    path: '/on-deck',
    summary: 'The next book of each series you are reading',
  },
  {
    ...acquisition,
    title: 'Recently added books',
    path: '/books/new',
    summary: 'Newest first',
    isNew: true,
  },
  {
    ...navigation,
    title: 'Recently updated series',
    path: '/series/updated',
    summary: 'Series with the latest books first',
  },
  {
    ...navigation,
    title: 'Recently added series',
    path: '/series/new',
    summary: 'Newest first',
    isNew: true,
  },
  { ...navigation, title: 'All series', path: '/series', summary: 'By title' },
  { ...acquisition, title: 'All books', path: '/books', summary: 'By series and number' },
  { ...navigation, title: 'Genres', path: '/genres', summary: 'Series by genre' },
  { ...navigation, title: 'Publishers', path: '/publishers', summary: 'Series by publisher' },
];

const others: readonly Folder[] = [
  {
    ...navigation,
    title: 'Libraries',
    path: '/libraries',
    summary: 'Browse each library',
    permission: 'libraries:read',
  },
  {
    ...navigation,
    title: 'Collections',
    path: '/collections',
    summary: 'Related series',
    permission: 'collections:read',
  },
  {
    ...navigation,
    title: 'Read lists',
    path: '/readlists',
    summary: 'Books in reading order',
    permission: 'readlists:read',
  },
  { ...navigation, title: 'Want to read', path: '/want-to-read', summary: 'Saved for later' },
];

export const toLibraryFolders = (viewer: Viewer, library: string): NavigationEntry[] =>
  folders.filter(isOpenTo(viewer)).map((folder) => toEntry(folder, library));

/** Created once, because they are the same for all users with the permission. */
const rootFolders = [...folders, ...others].map((folder) => ({ ...folder, entry: toEntry(folder) }));

export const toRootFolders = (viewer: Viewer): NavigationEntry[] =>
  rootFolders.filter(isOpenTo(viewer)).map(({ entry }) => entry);

function isOpenTo(viewer: Viewer): (folder: Folder) => boolean {
  return ({ permission }) => holds(viewer, permission);
}

function toEntry({ permission: _, ...folder }: Folder, library?: string): NavigationEntry {
  return toFolder({ ...folder, path: toPath(folder.path, { library }) });
}
