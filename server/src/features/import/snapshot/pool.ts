// Deduplicates repeated values of large snapshots: ids, devices and empty objects.
import { isRecord } from '@lectern/contract/records';

const idFields = ['id', 'seriesId', 'libraryId', 'userId', 'bookId'] as const;
const objectFields = ['edits', 'known', 'settings'] as const;
const nothing = Object.freeze({});

/** Replaces equal nested values by shared ones. Returns the same object. */
export type Pool = <T extends object>(item: T) => T;

/** Returns the first of equal strings. */
export function createTextPool(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
}

export function createPool(): Pool {
  const shareText = createTextPool();
  const devices = new Map<string, object>();
  const shareDevice = (device: object): object => {
    const key = JSON.stringify(device);
    const known = devices.get(key) ?? device;
    devices.set(key, known);
    return known;
  };
  return (item) => {
    for (const field of idFields) {
      const value: unknown = Reflect.get(item, field);
      if (typeof value === 'string') Reflect.set(item, field, shareText(value));
    }
    for (const field of objectFields) {
      const value: unknown = Reflect.get(item, field);
      if (isRecord(value) && Object.keys(value).length === 0) Reflect.set(item, field, nothing);
    }
    const device: unknown = Reflect.get(item, 'device');
    if (isRecord(device)) Reflect.set(item, 'device', shareDevice(device));
    return item;
  };
}
