// The current configuration: settings that change while the server runs override the start values. One object for the
// whole program, which only this file writes. Its users read a setting when they need it and keep no copy.
import { toRecord } from '@lectern/contract/records';
import type { Config } from './schema.ts';

export type SettingValue = boolean | number | string;

export const isSettingValue = (value: unknown): value is SettingValue =>
  ['boolean', 'number', 'string'].includes(typeof value);

export class LiveConfig {
  readonly #start: Config;
  readonly config: Config;
  readonly #listeners: (() => void)[] = [];
  #applied = new Set<string>();

  constructor(start: Config) {
    this.#start = start;
    this.config = structuredClone(start);
  }

  /** Returns the value at start. Throws for an unknown key. */
  atStart(key: string): SettingValue {
    return read(this.#start, key);
  }

  now(key: string): SettingValue {
    return read(this.config, key);
  }

  /** Applies all settings by key (`rate_limit.enabled`). Omitted ones return to their start values. */
  apply(settings: ReadonlyMap<string, SettingValue>): void {
    for (const key of this.#applied) if (!settings.has(key)) this.#write(key, read(this.#start, key));
    for (const [key, value] of settings) this.#write(key, value);
    this.#applied = new Set(settings.keys());
    for (const listener of this.#listeners) listener();
  }

  /** Calls a listener after each change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #write(key: string, value: SettingValue) {
    const [section, name] = locate(this.config, key);
    section[name] = value;
  }
}

const read = (from: Config, key: string) => {
  const [section, name] = locate(from, key);
  const value = section[name];
  if (!isSettingValue(value)) throw new Error(`The configuration has no value ${key}`);
  return value;
};

function locate(config: Config, key: string): [section: Record<string, unknown>, name: string] {
  const path = key
    .split('.')
    .map((word) => word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  const name = path.pop() ?? '';
  let section = toRecord(config);
  for (const step of path) section = toRecord(section[step]);
  if (!Object.hasOwn(section, name)) throw new Error(`The configuration has no key ${key}`);
  return [section, name];
}
