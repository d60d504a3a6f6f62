// The current configuration: settings that change while the server runs replace the values that it was started with.
// One object for the whole program, which only this file writes; its users read a setting when they need it and keep no
// copy.
import type { Config } from './schema.ts';

export type SettingValue = boolean | number | string;

export interface LiveConfig {
  readonly config: Config;
  /** The value that the server was started with. Throws for a key that the configuration does not have. */
  atStart(key: string): SettingValue;
  now(key: string): SettingValue;
  /** Applies all settings, by key (`rate_limit.enabled`); the others return to the values of the start. */
  apply(settings: ReadonlyMap<string, SettingValue>): void;
  /** Calls a listener after each change. */
  onChange(listener: () => void): void;
}

type Tree = { [key: string]: unknown };

export function createLiveConfig(start: Config): LiveConfig {
  const config = structuredClone(start);
  const listeners: (() => void)[] = [];
  let applied = new Set<string>();
  const read = (from: Config, key: string) => {
    const [section, name] = place(from, key);
    return section[name] as SettingValue;
  };
  const write = (key: string, value: SettingValue) => {
    const [section, name] = place(config, key);
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

function place(config: Config, key: string): [section: Tree, name: string] {
  const path = key
    .split('.')
    .map((word) => word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  const name = path.pop() ?? '';
  let section = config as unknown as Tree;
  for (const step of path) section = (section[step] ?? {}) as Tree;
  if (!Object.hasOwn(section, name)) throw new Error(`The configuration has no key ${key}`);
  return [section, name];
}
