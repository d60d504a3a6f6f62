// The event stream: sends every change immediately to every client that may see it.
import { type EventType, eventTypes } from '@lectern/contract/system/event-types';
import { events as contract } from '@lectern/contract/system/events';
import type { Catalog } from '#catalog/catalog.ts';
import { toScanStatus } from '#features/ingest/scanning/index.ts';
import { identityChanged } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';
import type { Authenticate } from '#infrastructure/http/request-state.ts';
import { bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import { toVisibleTasks } from '../tasks/index.ts';
import type { EventClient, ToText } from './client.ts';
import type { NumberedEvent } from './event.ts';
import { EventHub, type HubTimes, type Opening } from './hub.ts';
import { Sources } from './sources.ts';
import { EventFilter, type SeesList } from './visibility.ts';

export type { NumberedEvent, ToText };

export interface EventTimes extends HubTimes {
  /** How often the task queue is reported to administrators' streams of other protocols. */
  statusMs: number;
  /** How long changes are collected before they are sent. */
  windowMs: number;
}

interface Dependencies {
  events: EventBus;
  catalog: Catalog;
  engine: TaskEngine;
  authenticate: Authenticate;
  seesList: SeesList;
  clock: Clock;
  times?: Partial<EventTimes> | undefined;
}

/** Ended sessions are detected within a second, even by a process that receives no messages (auth: `freshMs`). */
const defaults: EventTimes = { heartbeatMs: 15_000, checkMs: 200, windowMs: 250, statusMs: 10_000 };

export class Events {
  readonly #hub: EventHub;
  readonly #sources: Sources;
  readonly #unsubscribe;
  readonly routes: MountedRoute[];

  constructor(deps: Dependencies) {
    const timing = { ...defaults, ...deps.times };
    const filter = new EventFilter({
      catalog: deps.catalog,
      seesList: deps.seesList,
      findTasks: async (viewer, ids) =>
        deps.engine.store.filter(ids, await toVisibleTasks(deps.catalog, viewer)),
    });
    this.#hub = new EventHub((viewer, events) => filter.filter(viewer, events), deps.clock, timing);
    this.#sources = new Sources({
      events: deps.events,
      emit: (emitted) => this.#hub.emit(emitted),
      hasListeners: () => this.#hub.wasOpened,
      windowMs: timing.windowMs,
      async findTask(id) {
        const row = await deps.engine.store.find(id);
        if (!row) return undefined;
        return { row, scan: isScan(row) ? toScanStatus(row) : undefined };
      },
    });
    this.#unsubscribe = [identityChanged, messagesMissed].map((change) =>
      deps.events.subscribe(change, () => this.#hub.checkSoon()),
    );
    this.routes = implement(contract, {
      stream: ({ viewer, query, request }) => {
        const { headers } = request;
        const last = headers['last-event-id'];
        const lastEventId = typeof last === 'string' ? last : query.lastEventId;
        return bytesAnswer({
          mediaType: 'text/event-stream',
          cacheControl: 'no-store',
          headers: { 'X-Accel-Buffering': 'no' },
          body: () => {
            const { authorization, cookie, 'x-api-key': apiKey } = headers;
            const credentials = { authorization, cookie, 'x-api-key': apiKey };
            const types = toTypes(query.types);
            const verify = () => deps.authenticate({ headers: credentials, protocol: request.protocol });
            return this.#hub.open({ viewer, verify, types, lastEventId }).stream;
          },
        });
      },
    });
  }

  /**
   * Opens a stream of events that the viewer may see, for other protocols. Throws unavailable if there are too many.
   */
  open(opening: Omit<Opening, 'types' | 'lastEventId'>): EventClient {
    return this.#hub.open({ ...opening, types: undefined, lastEventId: undefined });
  }

  /** Number of open streams of this process. */
  countStreams(): number {
    return this.#hub.size;
  }

  /** Ends all streams. */
  close(): void {
    for (const end of this.#unsubscribe) end();
    this.#sources.stop();
    this.#hub.close();
  }
}

const isScan = ({ type, libraryId }: { type: string; libraryId: string | null }): boolean =>
  type === 'scanning.scan' && libraryId !== null;

function toTypes(text: string | undefined): ReadonlySet<EventType> | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  return new Set(eventTypes.filter((type) => names.includes(type)));
}
