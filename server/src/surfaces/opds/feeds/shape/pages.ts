// Feeds of a single page: folders, and groups with the first entries of other feeds.
import type { Feed, Group } from './feed.ts';
import { toUpdatedMs } from './paths.ts';

type Page = Pick<Feed, 'id' | 'title' | 'subtitle' | 'up' | 'navigation' | 'groups'>;

/** A feed with few entries on one page, with a count. */
export const toWhole = (path: string, whole: Omit<Page, 'groups' | 'up'>): Feed => {
  const total = whole.navigation.length;
  const paging = { page: 1, pageSize: Math.max(1, total), total, toPath: () => path };
  return { ...toPage(path, { ...whole, up: '/catalog', groups: [] }), paging };
};

/** A feed of folders on one page. */
export const toPage = (path: string, page: Page): Feed => ({
  ...page,
  path,
  kind: 'navigation',
  updatedMs: toUpdatedMs(page.navigation),
  groups: page.groups.filter((group) => group.navigation.length + group.publications.length > 0),
  publications: [],
  facets: [],
});

/** The first entries of a feed, with a link to it. */
export const toGroup = ({ title, path, kind, paging, navigation, publications }: Feed): Group => ({
  title,
  path,
  kind,
  count: paging?.total,
  navigation,
  publications,
});
