// Tracking links: the user's choice of service entries for series and books.
import type {
  ListedTrackingLink,
  PutTrackingLink,
  SubjectTracking,
  TrackingLink,
} from '@lectern/contract/tracking/tracking';
import type { PluginSync, SyncPlugin } from '#features/plugins/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toTimeOrNull } from '#infrastructure/clock.ts';
import { invalid, notFound, reason, toIssue } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { TrackingLinkTable } from '#schema/tables/tracking.ts';
import { newAccount } from './changes.ts';
import { type Noun, readKnownIds, toSubject } from './known-ids/store.ts';
import type { RunDependencies } from './send.ts';
import type { AccountKey } from './store.ts';
import { readTracked } from './subjects/index.ts';

/** Throws not_found if the plugin does not sync progress. */
export async function getTracker(sync: PluginSync, id: string): Promise<SyncPlugin> {
  const plugin = (await sync.list()).find((one) => one.id === id);
  if (!plugin) throw notFound('tracker');
  return plugin;
}

export class TrackingLinks {
  readonly #deps: RunDependencies;

  constructor(deps: RunDependencies) {
    this.#deps = deps;
  }

  async readSubject(viewer: Viewer, { noun, id }: { noun: Noun; id: string }): Promise<SubjectTracking> {
    await this.#check(viewer, noun, id);
    const { db, sync, store } = this.#deps;
    const [plugins, accounts, links] = await Promise.all([
      sync.list(),
      sync.listAccounts(viewer.userId),
      store.listLinksOf(viewer.userId, toSubject(noun, id)),
    ]);
    const trackers = plugins
      .filter((plugin) => plugin.noun === noun)
      .map(async ({ id: trackerId, displayName, source }) => {
        const link = links.find(({ pluginId }) => pluginId === trackerId);
        const known = source === null ? undefined : await readKnownIds(db, { noun, source, ids: [id] });
        return {
          id: trackerId,
          displayName,
          isConnected: accounts.has(trackerId),
          link: link ? toLink(link) : null,
          knownId: known?.get(id) ?? null,
        };
      });
    return { trackers: await Promise.all(trackers) };
  }

  async put(
    viewer: Viewer,
    { noun, id, trackerId, body }: { noun: Noun; id: string; trackerId: string; body: PutTrackingLink },
  ): Promise<TrackingLink> {
    await this.#check(viewer, noun, id);
    if ((await getTracker(this.#deps.sync, trackerId)).noun !== noun) throw notFound('tracker');
    const key = { userId: viewer.userId, pluginId: trackerId };
    const subject = toSubject(noun, id);
    const nowMs = this.#deps.clock();
    const externalId = toExternalId(body.externalId);
    const known = await this.#deps.store.findLink(key, subject);
    const before = known ?? newLink(key, subject, { externalId, nowMs });
    const row: TrackingLinkTable = {
      ...before,
      externalId,
      ...(body.isHeld !== undefined && { isHeld: body.isHeld ? 1 : 0 }),
      ...(body.unit !== undefined && { unit: body.unit }),
      ...(body.status !== undefined && { status: body.status }),
      // A new entry or a reread has not been sent yet.
      ...((before.externalId !== externalId || body.status === 'rereading') && {
        lastSent: null,
        lastSentAt: null,
      }),
      failure: null,
      updatedAt: nowMs,
    };
    await this.#deps.store.addAccount(newAccount(key, nowMs));
    await this.#deps.store.saveLink(row);
    return toLink(row);
  }

  async remove(
    viewer: Viewer,
    { noun, id, trackerId }: { noun: Noun; id: string; trackerId: string },
  ): Promise<void> {
    await this.#check(viewer, noun, id);
    const key = { userId: viewer.userId, pluginId: trackerId };
    if (!(await this.#deps.store.removeLink(key, toSubject(noun, id)))) throw notFound('tracking link');
  }

  /** Links everything that the viewer may see. Returns the number of new links. */
  async linkKnown(viewer: Viewer, trackerId: string): Promise<number> {
    const { source, noun } = await getTracker(this.#deps.sync, trackerId);
    if (source === null) return 0;
    const key = { userId: viewer.userId, pluginId: trackerId };
    const nowMs = this.#deps.clock();
    await this.#deps.store.addAccount(newAccount(key, nowMs));
    const known = await readKnownIds(this.#deps.db, { noun, source });
    const rows = [...known].map(([id, externalId]) =>
      newLink(key, toSubject(noun, id), { externalId, nowMs }),
    );
    const seen = await readTracked(this.#deps, viewer, rows);
    return this.#deps.store.addLinks(seen.map(({ link }) => link));
  }

  /** Sorted by title. Skips series and books that the viewer may no longer see. */
  async list(viewer: Viewer, trackerId: string): Promise<ListedTrackingLink[]> {
    await getTracker(this.#deps.sync, trackerId);
    const links = await this.#deps.store.listLinks({ userId: viewer.userId, pluginId: trackerId });
    const tracked = await readTracked(this.#deps, viewer, links);
    return tracked
      .map(({ link, subject }) => ({
        ...toLink(link),
        seriesId: link.seriesId,
        bookId: link.bookId,
        title: subject.title,
      }))
      .toSorted((one, other) => (one.title < other.title ? -1 : one.title > other.title ? 1 : 0));
  }

  /** Throws not_found if the viewer may not see the series or book. */
  #check(viewer: Viewer, noun: Noun, id: string): Promise<unknown> {
    return noun === 'series'
      ? this.#deps.catalog.series.get(viewer, id)
      : this.#deps.catalog.books.get(viewer, id);
  }
}

function newLink(
  key: AccountKey,
  subject: ReturnType<typeof toSubject>,
  { externalId, nowMs }: { externalId: string; nowMs: number },
): TrackingLinkTable {
  return {
    id: newId(nowMs),
    ...key,
    seriesId: null,
    bookId: null,
    ...subject,
    externalId,
    isHeld: 0,
    unit: null,
    status: null,
    lastSent: null,
    lastSentAt: null,
    failure: null,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

const toLink = ({
  externalId,
  isHeld,
  unit,
  status,
  lastSent,
  lastSentAt,
  failure,
}: TrackingLinkTable): TrackingLink => ({
  externalId,
  isHeld: isHeld === 1,
  unit,
  status,
  failure,
  lastSent: lastSent === null ? null : JSON.parse(lastSent),
  lastSentAt: toTimeOrNull(lastSentAt),
});

/** Extracts the first numeric path segment of a page URL. Throws validation_failed without one. */
function toExternalId(given: string): string {
  if (!/^https?:/i.test(given)) return given;
  const parts = URL.parse(given)?.pathname.split('/') ?? [];
  const id = parts.find((part) => /^\d{1,20}$/.test(part));
  if (id === undefined) throw invalid(toIssue('body.externalId', reason('tracking_no_id')));
  return id;
}
