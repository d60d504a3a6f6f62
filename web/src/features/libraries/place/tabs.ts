// The tabs of a library. Each is a page with the library in its URL. A library opens with the tab that was last used on
// this device.
import { toRecord } from '@lectern/contract/records';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { me } from '../../../api/queries.ts';

export const libraryTabs = {
  recommended: { to: '/', label: 'libraries.tabRecommended' },
  series: { to: '/series', label: 'libraries.tabSeries' },
  books: { to: '/books', label: 'libraries.tabBooks' },
  collections: { to: '/collections', label: 'libraries.tabCollections' },
} as const;
export type LibraryTab = keyof typeof libraryTabs;

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
