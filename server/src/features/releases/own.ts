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

interface ReleaseFilter {
  seriesId?: string;
  isDismissed?: boolean;
  language?: string | undefined;
}

export class OwnReleases {
  readonly #db: Db;
  readonly #catalog: Catalog;
  readonly #store: ReleaseStore;
  readonly #plugins: PluginService;

  constructor(db: Db, catalog: Catalog, store: ReleaseStore, plugins: PluginService) {
    this.#db = db;
    this.#catalog = catalog;
    this.#store = store;
    this.#plugins = plugins;
  }

  async changeSettings({ userId }: Viewer, patch: Partial<ReleaseSettings>): Promise<ReleaseSettings> {
    const settings = { ...(await this.#readSettings(userId)), ...patch };
    const { isAutomatic, languages } = settings;
    await this.#store.saveChoice({
      userId,
      isAutomatic: isAutomatic ? 1 : 0,
      languages: JSON.stringify([...new Set(languages)]),
    });
    return this.#readSettings(userId);
  }

  async list(viewer: Viewer, asked: ReleaseFilter): Promise<Release[]> {
    const [releases, { languages }] = await Promise.all([
      this.#listSeen(viewer, asked),
      this.#readSettings(viewer.userId),
    ]);
    return inLanguages(
      inLanguages(releases, languages),
      asked.language === undefined ? [] : [asked.language],
    );
  }

  async summarize(viewer: Viewer): Promise<ReleaseSummary> {
    const [releases, settings, plugins] = await Promise.all([
      this.#listSeen(viewer, {}),
      this.#readSettings(viewer.userId),
      this.#plugins.listReleasing(),
    ]);
    return {
      settings,
      newCount: inLanguages(releases, settings.languages).filter(({ state }) => state === 'new').length,
      languages: [...new Set(releases.map(({ language }) => language))].toSorted(),
      isAvailable: plugins.length > 0,
    };
  }

  async mark(viewer: Viewer, { state, ids }: MarkReleases): Promise<void> {
    const shown = await this.#listSeen(viewer, {});
    const candidates =
      state === 'new' ? [...shown, ...(await this.#listSeen(viewer, { isDismissed: true }))] : shown;
    const { languages } = await this.#readSettings(viewer.userId);
    const wanted = ids ? candidates.filter(({ id }) => ids.includes(id)) : inLanguages(candidates, languages);
    const marked = wanted.filter((one) => one.state !== state).map(({ id }) => id);
    await this.#store.mark(viewer.userId, marked, state);
  }

  /** Throws not_found for a series that the viewer may not see. */
  async readOfSeries(viewer: Viewer, seriesId: string): Promise<SeriesReleases> {
    const { title } = await this.#catalog.series.get(viewer, seriesId);
    const [plugins, follow, follows, releases] = await Promise.all([
      this.#plugins.listReleasing(),
      this.#store.findFollow(viewer.userId, seriesId),
      isFollowed(this.#db, viewer.userId, seriesId),
      this.list(viewer, { seriesId }),
    ]);
    const ids = await readExternalIds(this.#db, [seriesId], listLinkSources(plugins));
    return {
      isFollowed: follows,
      choice: follow ? follow.isFollowed === 1 : null,
      isAvailable: plugins.length > 0,
      links: toWebLinks(plugins, { title, externalIds: ids.get(seriesId) ?? {} }),
      releases,
    };
  }

  async follow(
    viewer: Viewer,
    { seriesId, isFollowed: chosen }: { seriesId: string; isFollowed: boolean | null },
  ): Promise<SeriesReleases> {
    await this.#catalog.series.get(viewer, seriesId);
    const { userId } = viewer;
    if (chosen === null) await this.#store.removeFollow(userId, seriesId);
    else await this.#store.saveFollow({ userId, seriesId, isFollowed: chosen ? 1 : 0 });
    return this.readOfSeries(viewer, seriesId);
  }

  async #readSettings(userId: string): Promise<ReleaseSettings> {
    const choice = await this.#store.findChoice(userId);
    return choice
      ? { isAutomatic: choice.isAutomatic === 1, languages: JSON.parse(choice.languages) }
      : { isAutomatic: true, languages: [] };
  }

  /** Releases in all languages. */
  async #listSeen(viewer: Viewer, asked: ReleaseFilter): Promise<Release[]> {
    const { seriesId, isDismissed = false } = asked;
    const rows = await this.#store.listReleases(viewer.userId, { seriesId, isDismissed });
    const seen = await this.#catalog.visibility.visibleSeries(viewer, [
      ...new Set(rows.map((row) => row.seriesId)),
    ]);
    return rows.filter((row) => seen.has(row.seriesId)).map(toRelease);
  }
}

const inLanguages = (releases: readonly Release[], languages: readonly string[]): Release[] =>
  releases.filter(({ language }) => languages.length === 0 || languages.includes(language));

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
