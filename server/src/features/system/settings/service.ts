// The rules of settings: values have the right type and range, changes are recorded with their user and applied
// immediately in every process.
import type { Setting, SettingChange } from '@lectern/contract/system/settings';
import { refuseApiKey, userIdOrNull, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { type Changeable, changeable } from '#infrastructure/config/changeable.ts';
import type { LiveConfig, SettingValue } from '#infrastructure/config/live.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { invalid, notFound, type Reason, reason, toIssue } from '#infrastructure/errors.ts';
import type { PageSource } from '#infrastructure/http/routes/pagination.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import type { SettingChangeTable } from '#schema/tables/system/setting.ts';
import type { SettingRow, SettingStore } from './store.ts';

interface Dependencies {
  database: Database;
  store: SettingStore;
  live: LiveConfig;
  clock: Clock;
  log: Log;
  /** Publishes the change to the other processes. */
  announce(): void;
}

/** Settings that let others create accounts. */
const createsAccounts: readonly string[] = ['auth.registration_enabled', 'auth.invitations_enabled'];

export class SettingService {
  readonly #deps: Dependencies;
  #rows: readonly SettingRow[] = [];
  #loading: Promise<void> = Promise.resolve();
  readonly #load = async () => {
    this.#rows = await this.#deps.store.list();
    this.#deps.live.apply(readSettings(this.#rows, this.#deps.log));
  };
  readonly #toDto = (setting: Changeable) => toSetting(setting, this.#deps.live, this.#rows);

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Applies the stored settings. */
  reload(): Promise<void> {
    this.#loading = this.#loading.catch(() => {}).then(this.#load);
    return this.#loading;
  }

  list(): Setting[] {
    return changeable.map(this.#toDto);
  }

  /** Throws not_found for an unknown key, as do the other methods. */
  get(key: string): Setting {
    return this.#toDto(getChangeable(key));
  }

  /**
   * Throws validation_failed for a value of another type or beyond the limits, and forbidden for an API key that turns
   * on registration or invitations.
   */
  async set(viewer: Viewer, key: string, value: SettingValue): Promise<Setting> {
    const setting = getChangeable(key);
    const read = setting.read(value);
    if (read === undefined) throw invalid(toIssue('body.value', explain(setting)));
    return this.#change(viewer, setting, read);
  }

  async reset(viewer: Viewer, key: string): Promise<Setting> {
    return this.#change(viewer, getChangeable(key), undefined);
  }

  history(key: string): PageSource<SettingChange> {
    getChangeable(key);
    return {
      count: () => this.#deps.store.countChanges(key),
      list: async (window) => (await this.#deps.store.listChanges(key, window)).map(toChange),
    };
  }

  async #change(viewer: Viewer, setting: Changeable, value: SettingValue | undefined) {
    // Accounts that others create would outlive the key.
    if (createsAccounts.includes(setting.key) && (value ?? this.#deps.live.atStart(setting.key)) === true)
      refuseApiKey(viewer);
    await this.#writeChange({ userId: userIdOrNull(viewer), key: setting.key, value });
    await this.reload();
    this.#deps.announce();
    return this.#toDto(setting);
  }

  /** Stores the value, or deletes the stored one if it is undefined. An equal value changes nothing. */
  async #writeChange({
    userId,
    key,
    value,
  }: {
    userId: string | null;
    key: string;
    value: SettingValue | undefined;
  }): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.database.dialect.lock(tx, `setting ${key}`);
      const row = await this.#deps.store.find(tx, key);
      const wanted = value === undefined ? undefined : JSON.stringify(value);
      if (row?.value === wanted) return;
      const atStart = JSON.stringify(this.#deps.live.atStart(key));
      const nowMs = this.#deps.clock();
      if (wanted === undefined) await this.#deps.store.remove(tx, key);
      else await this.#deps.store.save(tx, { key, value: wanted, updatedAt: nowMs, userId });
      await this.#deps.store.addChange(tx, {
        id: newId(),
        key,
        oldValue: row?.value ?? atStart,
        newValue: wanted ?? atStart,
        isReset: wanted === undefined ? 1 : 0,
        userId,
        changedAt: nowMs,
      });
    });
  }
}

function getChangeable(key: string): Changeable {
  const found = changeable.find((one) => one.key === key);
  if (!found) throw notFound('setting');
  return found;
}

/** Skips values of other versions of the program that are invalid here; the configuration applies instead. */
function readSettings(rows: readonly SettingRow[], log: Log): Map<string, SettingValue> {
  const settings = new Map<string, SettingValue>();
  for (const { key, value } of rows) {
    const read = changeable.find((one) => one.key === key)?.read(JSON.parse(value));
    if (read === undefined) log.warn({ key }, 'stored setting is no longer valid and was ignored');
    else settings.set(key, read);
  }
  return settings;
}

function toSetting(
  { read: _, ...described }: Changeable,
  live: LiveConfig,
  rows: readonly SettingRow[],
): Setting {
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

function explain({ type, minimum, maximum, choices }: Changeable): Reason {
  if (type === 'boolean') return reason('setting_not_a_flag');
  if (choices) return reason('setting_not_a_choice', { choices: choices.join(', ') });
  if (type === 'text') return reason('setting_not_as_described');
  const range = { minimum: minimum ?? 0, maximum: maximum ?? 0 };
  if (type === 'number') return reason('setting_not_a_number', range);
  return reason(type === 'size' ? 'setting_not_a_size' : 'setting_not_an_integer', range);
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
