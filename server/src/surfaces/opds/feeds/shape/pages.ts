// Feeds of one page: folders, and the beginnings of other feeds.
import type { Feed, Group } from './feed.ts';
import { toUpdatedMs } from './paths.ts';

type Page = Pick<Feed, 'id' | 'title' | 'subtitle' | 'up' | 'navigation' | 'groups'>;

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
