// Feeds of one page: folders, and the beginnings of other feeds.
import type { Feed, Group } from './feed.ts';
import { toUpdatedMs } from './paths.ts';

type Page = Pick<Feed, 'id' | 'title' | 'subtitle' | 'up' | 'navigation' | 'groups'>;

/** A feed of things that are few, all on one page, and counted. */
export const toWhole = (path: string, whole: Omit<Page, 'groups' | 'up'>): Feed => {
  const total = whole.navigation.length;
  const paging = { page: 1, pageSize: Math.max(1, total), total, toPath: () => path };
  return { ...toPage(path, { ...whole, up: '/catalog', groups: [] }), paging };
};

/** A feed of folders, all on one page. */
export const toPage = (path: string, page: Page): Feed => ({
  ...page,
  path,
  kind: 'navigation',
  updatedMs: toUpdatedMs(page.navigation),
  groups: page.groups.filter((group) => group.navigation.length + group.publications.length > 0),
  publications: [],
  facets: [],
});

/** The beginning of a feed, with the address of the whole. */
export const toGroup = ({ title, path, kind, paging, navigation, publications }: Feed): Group => ({
  title,
  path,
  kind,
  count: paging?.total,
  navigation,
  publications,
});
