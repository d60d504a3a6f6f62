// The rules of settings: of the right type and within their limits, remembered with who changed them, in effect at
// once in every process.
import type { Setting, SettingChange } from '@lectern/contract/settings';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { type Changeable, changeable } from '#infrastructure/config/changeable.ts';
import type { LiveConfig, SettingValue } from '#infrastructure/config/live.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { invalid, notFound } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import type { SettingChangeTable } from '#schema/tables/setting.ts';
import type { SettingRow, SettingStore } from './store.ts';

interface Dependencies {
  database: Database;
  store: SettingStore;
  live: LiveConfig;
  clock: Clock;
  log: Log;
  /** Tells the other processes. */
  announce(): void;
}

export function createSettingService({ database, store, live, clock, log, announce }: Dependencies) {
  let rows: readonly SettingRow[] = [];
  let loading: Promise<void> = Promise.resolve();

  /** What no version of the program before this one may have stored is left out: the configuration counts. */
  async function load(): Promise<void> {
    const found = await store.list();
    const settings = new Map<string, SettingValue>();
    for (const { key, value } of found) {
      const read = changeable.find((one) => one.key === key)?.read(JSON.parse(value));
      if (read === undefined) log.warn({ key }, 'a stored setting does not fit any more and is not used');
      else settings.set(key, read);
    }
    rows = found;
    live.apply(settings);
  }

  /** Loads after what is being loaded: an older state never comes after a newer one. */
  const reload = (): Promise<void> => (loading = loading.catch(() => {}).then(load));

  const get = (key: string): Changeable => {
    const found = changeable.find((one) => one.key === key);
    if (!found) throw notFound('setting');
    return found;
  };

  function toDto({ read: _, ...described }: Changeable): Setting {
    const { key, choices } = described;
    const row = rows.find((one) => one.key === key);
    return {
      ...described,
      choices: choices && [...choices],
      value: live.now(key),
      default: live.atStart(key),
      isDefault: row === undefined,
      updatedAt: toTimeOrNull(row?.updatedAt ?? null),
      updatedBy: row?.userId && row.username !== null ? { id: row.userId, username: row.username } : null,
    };
  }

  /** Writes what `value` says, or takes the setting back when it says nothing. Nothing happens where it is so already. */
  async function change({ userId }: Viewer, key: string, value: SettingValue | undefined): Promise<void> {
    await database.transaction(async (tx) => {
      await database.dialect.lock(tx, `setting ${key}`);
      const row = await store.find(tx, key);
      const wanted = value === undefined ? undefined : JSON.stringify(value);
      if (row?.value === wanted) return;
      const atStart = JSON.stringify(live.atStart(key));
      const nowMs = clock();
      if (wanted === undefined) await store.remove(tx, key);
      else await store.save(tx, { key, value: wanted, updatedAt: nowMs, userId });
      await store.addChange(tx, {
        id: newId(),
        key,
        oldValue: row?.value ?? atStart,
        newValue: wanted ?? atStart,
        isReset: wanted === undefined ? 1 : 0,
        userId,
        changedAt: nowMs,
      });
    });
    await reload();
    announce();
  }

  return {
    reload,
    list: (): Setting[] => changeable.map(toDto),
    get: (key: string): Setting => toDto(get(key)),

    /** Throws validation_failed for a value of another type or beyond the limits. */
    async set(viewer: Viewer, key: string, value: SettingValue): Promise<Setting> {
      const setting = get(key);
      const read = setting.read(value);
      if (read === undefined) throw invalid({ path: 'body.value', message: explain(setting) });
      await change(viewer, key, read);
      return toDto(setting);
    },

    async reset(viewer: Viewer, key: string): Promise<Setting> {
      const setting = get(key);
      await change(viewer, key, undefined);
      return toDto(setting);
    },

    /** Throws not_found for what is no setting. */
    history(key: string) {
      get(key);
      return {
        count: () => store.countChanges(key),
        list: async (window: { limit: number; offset: number }) =>
          (await store.listChanges(key, window)).map(toChange),
      };
    },
  };
}

function explain({ type, minimum, maximum, choices }: Changeable): string {
  if (type === 'boolean') return 'it has to be true or false';
  if (choices) return `it has to be one of ${choices.join(', ')}`;
  if (type === 'text') return 'it is not of the form that the description names';
  const kind =
    type === 'number' ? 'a number' : type === 'size' ? 'a whole number of bytes' : 'a whole number';
  return `it has to be ${kind} from ${minimum} to ${maximum}`;
}

const toChange = (row: SettingChangeTable): SettingChange => ({
  id: row.id,
  key: row.key,
  oldValue: JSON.parse(row.oldValue),
  newValue: JSON.parse(row.newValue),
  isReset: row.isReset === 1,
  changedBy: { id: row.userId, username: row.username },
  changedAt: toTime(row.changedAt),
});
