// The configuration as it is now: settings that are made while the server runs take the place of what it was started
// with. One object for the whole program, and this file its only writer; whoever wants to follow a setting reads it
// when it is needed and keeps no copy.
import type { Config } from './schema.ts';

export type SettingValue = boolean | number | string;

export interface LiveConfig {
  readonly config: Config;
  /** The value that the server was started with. Throws for a key that the configuration does not have. */
  atStart(key: string): SettingValue;
  now(key: string): SettingValue;
  /** Every setting that is made, by its key (`rate_limit.enabled`); those not named go back to the start's. */
  apply(settings: ReadonlyMap<string, SettingValue>): void;
  /** Called after a change, by whoever cannot wait until it next looks. */
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
