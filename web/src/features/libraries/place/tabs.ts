// The tabs of a library. Each is a page with the library in its URL. A library opens with the tab that was last used on
// this device.
import type { LibraryKind } from '@lectern/contract/libraries/library-kinds';
import { keysOf, toRecord } from '@lectern/contract/records';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { me } from '../../../api/queries.ts';

export const libraryTabs = {
  recommended: { to: '/', label: 'libraries.tabRecommended' },
  series: { to: '/series', label: 'libraries.tabSeries' },
  books: { to: '/books', label: 'libraries.tabBooks' },
  authors: { to: '/authors', label: 'libraries.tabAuthors' },
  collections: { to: '/collections', label: 'libraries.tabCollections' },
} as const;
export type LibraryTab = keyof typeof libraryTabs;

/** Words that fit the kind of a library better. */
const wordsOfKind: Partial<Record<LibraryKind, Partial<Record<LibraryTab, TabLabel>>>> = {
  documents: { series: 'libraries.tabFolders', books: 'libraries.tabDocuments' },
};
type TabLabel = (typeof libraryTabs)[LibraryTab]['label'] | 'libraries.tabFolders' | 'libraries.tabDocuments';

/** The tabs of a library with their labels. Readers of books look for authors, those of comics for series. */
export const listTabs = (kind: LibraryKind): { tab: LibraryTab; label: TabLabel }[] =>
  keysOf(libraryTabs)
    .filter((tab) => tab !== 'authors' || kind === 'books' || kind === 'documents')
    .map((tab) => ({ tab, label: wordsOfKind[kind]?.[tab] ?? libraryTabs[tab].label }));

const isTab = (value: unknown): value is LibraryTab => typeof value === 'string' && value in libraryTabs;

const readTabs = (text: string | undefined): Record<string, LibraryTab> => {
  try {
    const entries = Object.entries(toRecord(JSON.parse(text ?? '')));
    return Object.fromEntries(entries.filter((entry): entry is [string, LibraryTab] => isTab(entry[1])));
  } catch {
    return {};
  }
};

export function useLastTabs() {
  const { data: user } = useQuery(me);
  const [tabs, setTabs] = useLocalStorage<Record<string, LibraryTab>>({
    key: `lectern.library-tabs.${user?.id ?? ''}`,
    getInitialValueInEffect: false,
    defaultValue: {},
    deserialize: readTabs,
  });
  return {
    /** Properties of the link that opens the library. */
    toLink: (id: string) => ({ to: libraryTabs[tabs[id] ?? 'recommended'].to, search: { library: id } }),
    remember: (id: string, tab: LibraryTab) =>
      setTabs((before) => (before[id] === tab ? before : { ...before, [id]: tab })),
  };
}
