// Settings that can change while the server runs: the keys of infrastructure/config/changeable.ts, which override the
// configuration.
import { settings as contract } from '@lectern/contract/system/settings';
import type { Clock } from '#infrastructure/clock.ts';
import type { LiveConfig } from '#infrastructure/config/live.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { channel, type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import type { Log } from '#infrastructure/log.ts';
import { SettingService } from './service.ts';
import { createSettingStore } from './store.ts';

export type { SettingService };

interface Dependencies {
  database: Database;
  events: EventBus;
  live: LiveConfig;
  clock: Clock;
  log: Log;
}

const settingsChanged = channel<Record<string, never>>('settings.changed');
const retryMs = 5_000;

/** Resolves when the stored settings are applied. */
export interface Settings {
  routes: MountedRoute[];
  service: SettingService;
  close(): void;
}

export async function createSettings(deps: Dependencies): Promise<Settings> {
  const { database, events, live, clock, log } = deps;
  const store = createSettingStore(database.db);
  const announce = () => events.publish(settingsChanged, {});
  const service = new SettingService({ database, store, live, clock, log, announce });
  let retry: NodeJS.Timeout | undefined;
  const applyChanges = () => {
    clearTimeout(retry);
    service.reload().catch((err: unknown) => {
      log.warn({ err }, 'failed to read changed settings; trying again');
      retry = setTimeout(applyChanges, retryMs).unref();
    });
  };
  let level = live.config.log.level;
  live.onChange(() => {
    if (live.config.log.level === level) return;
    level = live.config.log.level;
    log.level = level;
  });
  await service.reload();
  const ends = [
    events.subscribe(settingsChanged, applyChanges),
    events.subscribe(messagesMissed, applyChanges),
  ];
  return {
    service,
    routes: implement(contract, {
      list: () => ({ settings: service.list() }),
      get: ({ params }) => service.get(params.key),
      set: ({ viewer, params, body }) => service.set(viewer, params.key, body.value),
      reset: ({ viewer, params }) => service.reset(viewer, params.key),
      history: ({ params, query, request }) => readPage(query, request.url, service.history(params.key)),
    }),
    close() {
      clearTimeout(retry);
      for (const end of ends) end();
    },
  };
}
