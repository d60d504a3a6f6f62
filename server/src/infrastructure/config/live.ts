// The current configuration: settings that change while the server runs override the start values. One object for the
// whole program, which only this file writes. Its users read a setting when they need it and keep no copy.
import { toRecord } from '@lectern/contract/records';
import type { Config } from './schema.ts';

export type SettingValue = boolean | number | string;

export const isSettingValue = (value: unknown): value is SettingValue =>
  ['boolean', 'number', 'string'].includes(typeof value);

export interface LiveConfig {
  readonly config: Config;
  /** Returns the value at start. Throws for an unknown key. */
  atStart(key: string): SettingValue;
  now(key: string): SettingValue;
  /** Applies all settings by key (`rate_limit.enabled`). Omitted ones return to their start values. */
  apply(settings: ReadonlyMap<string, SettingValue>): void;
  /** Calls a listener after each change. */
  onChange(listener: () => void): void;
}

export function createLiveConfig(start: Config): LiveConfig {
  const config = structuredClone(start);
  const listeners: (() => void)[] = [];
  let applied = new Set<string>();
  const read = (from: Config, key: string) => {
    const [section, name] = locate(from, key);
    const value = section[name];
    if (!isSettingValue(value)) throw new Error(`The configuration has no value ${key}`);
    return value;
  };
  const write = (key: string, value: SettingValue) => {
    const [section, name] = locate(config, key);
    section[name] = value;
  };
  return {
    config,
    atStart: (key) => read(start, key),
    now: (key) => read(config, key),
    apply(settings) {
      for (const key of applied) if (!settings.has(key)) write(key, read(start, key));
      for (const [key, value] of settings) write(key, value);
      applied = new Set(settings.keys());
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

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
