// A user's releases: of followed, visible series, in the user's languages, and not yet in the library.
import type {
  MarkReleases,
  Release,
  ReleaseSettings,
  ReleaseSummary,
  SeriesReleases,
} from '@lectern/contract/releases';
import type { Catalog } from '#catalog/catalog.ts';
import type { PluginService } from '#features/plugins/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toTime } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { isFollowed, readExternalIds } from './following/store.ts';
import type { ListedRelease, ReleaseStore } from './store.ts';
import { listLinkSources, toWebLinks } from './web-links.ts';

export interface OwnDependencies {
  db: Db;
  catalog: Catalog;
  store: ReleaseStore;
  plugins: PluginService;
}

interface ReleaseFilter {
  seriesId?: string;
  isDismissed?: boolean;
  language?: string | undefined;
}

async function readSettings({ store }: OwnDependencies, userId: string): Promise<ReleaseSettings> {
  const choice = await store.findChoice(userId);
  return choice
    ? { isAutomatic: choice.isAutomatic === 1, languages: JSON.parse(choice.languages) }
    : { isAutomatic: true, languages: [] };
}

export async function changeSettings(
  deps: OwnDependencies,
  { userId }: Viewer,
  patch: Partial<ReleaseSettings>,
): Promise<ReleaseSettings> {
  const settings = { ...(await readSettings(deps, userId)), ...patch };
  const { isAutomatic, languages } = settings;
  await deps.store.saveChoice({
    userId,
    isAutomatic: isAutomatic ? 1 : 0,
    languages: JSON.stringify([...new Set(languages)]),
  });
  return readSettings(deps, userId);
}

/** Releases in all languages. */
async function listSeen(deps: OwnDependencies, viewer: Viewer, asked: ReleaseFilter): Promise<Release[]> {
  const { catalog, store } = deps;
  const { seriesId, isDismissed = false } = asked;
  const rows = await store.listReleases(viewer.userId, { seriesId, isDismissed });
  const seen = await catalog.visibility.visibleSeries(viewer, [...new Set(rows.map((row) => row.seriesId))]);
  return rows.filter((row) => seen.has(row.seriesId)).map(toRelease);
}

const inLanguages = (releases: readonly Release[], languages: readonly string[]): Release[] =>
  releases.filter(({ language }) => languages.length === 0 || languages.includes(language));

export async function listReleases(
  deps: OwnDependencies,
  viewer: Viewer,
  asked: ReleaseFilter,
): Promise<Release[]> {
  const [releases, { languages }] = await Promise.all([
    listSeen(deps, viewer, asked),
    readSettings(deps, viewer.userId),
  ]);
  return inLanguages(inLanguages(releases, languages), asked.language === undefined ? [] : [asked.language]);
}

export async function summarize(deps: OwnDependencies, viewer: Viewer): Promise<ReleaseSummary> {
  const [releases, settings, plugins] = await Promise.all([
    listSeen(deps, viewer, {}),
    readSettings(deps, viewer.userId),
    deps.plugins.listReleasing(),
  ]);
  return {
    settings,
    newCount: inLanguages(releases, settings.languages).filter(({ state }) => state === 'new').length,
    languages: [...new Set(releases.map(({ language }) => language))].toSorted(),
    isAvailable: plugins.length > 0,
  };
}

export async function markReleases(
  deps: OwnDependencies,
  viewer: Viewer,
  { state, ids }: MarkReleases,
): Promise<void> {
  const shown = await listSeen(deps, viewer, {});
  const candidates =
    state === 'new' ? [...shown, ...(await listSeen(deps, viewer, { isDismissed: true }))] : shown;
  const { languages } = await readSettings(deps, viewer.userId);
  const wanted = ids ? candidates.filter(({ id }) => ids.includes(id)) : inLanguages(candidates, languages);
  const marked = wanted.filter((one) => one.state !== state).map(({ id }) => id);
  await deps.store.mark(viewer.userId, marked, state);
}

/** Throws not_found for a series that the viewer may not see. */
export async function readSeriesReleases(
  deps: OwnDependencies,
  viewer: Viewer,
  seriesId: string,
): Promise<SeriesReleases> {
  const { db, catalog, store } = deps;
  const { title } = await catalog.series.get(viewer, seriesId);
  const [plugins, follow, follows, releases] = await Promise.all([
    deps.plugins.listReleasing(),
    store.findFollow(viewer.userId, seriesId),
    isFollowed(db, viewer.userId, seriesId),
    listReleases(deps, viewer, { seriesId }),
  ]);
  const ids = await readExternalIds(db, [seriesId], listLinkSources(plugins));
  return {
    isFollowed: follows,
    choice: follow ? follow.isFollowed === 1 : null,
    isAvailable: plugins.length > 0,
    links: toWebLinks(plugins, { title, externalIds: ids.get(seriesId) ?? {} }),
    releases,
  };
}

export async function follow(
  deps: OwnDependencies,
  viewer: Viewer,
  { seriesId, isFollowed: chosen }: { seriesId: string; isFollowed: boolean | null },
): Promise<SeriesReleases> {
  await deps.catalog.series.get(viewer, seriesId);
  const { userId } = viewer;
  if (chosen === null) await deps.store.removeFollow(userId, seriesId);
  else await deps.store.saveFollow({ userId, seriesId, isFollowed: chosen ? 1 : 0 });
  return readSeriesReleases(deps, viewer, seriesId);
}

const toRelease = (row: ListedRelease): Release => ({
  id: row.id,
  seriesId: row.seriesId,
  seriesTitle: row.seriesTitle,
  volumes: JSON.parse(row.volumes),
  chapters: JSON.parse(row.chapters),
  language: row.language,
  group: row.groupName,
  source: row.sourceName,
  url: row.url,
  mediaUrl: row.mediaUrl,
  mediaKind: row.mediaKind,
  releasedAt: toTime(row.releasedAt),
  state: row.state ?? 'new',
});
