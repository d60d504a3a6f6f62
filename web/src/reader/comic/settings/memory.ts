// Stored settings: those of series and of this device in local storage; those that belong to a series also on the
// server, as preferences of the account.
import { call } from '../../../api/call.ts';
import {
  type DeviceSettings,
  readDeviceSettings,
  readScreenSettings,
  readSeriesSettings,
  type ScreenSettings,
  type SeriesSettings,
} from '../state/settings.ts';

/** Of one series; the newest `at` (milliseconds since 1970) wins. */
export interface StoredSettings {
  at: number;
  series: Partial<SeriesSettings>;
}

export interface OnDevice {
  device: Partial<DeviceSettings>;
  /** Defaults of this device for series without settings. */
  usual: Partial<ScreenSettings>;
  series: Record<string, StoredSettings & { screen: Partial<ScreenSettings> }>;
}

/** More series than that are not stored; the oldest are dropped. */
const most = 300;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

function readStored(value: unknown): StoredSettings {
  const { at, series } = toRecord(value);
  return { at: typeof at === 'number' ? at : 0, series: readSeriesSettings(series) };
}

const key = (userId: string) => `lectern.comic.${userId}`;

export function readDevice(userId: string): OnDevice {
  let kept: Record<string, unknown> = {};
  try {
    kept = toRecord(JSON.parse(localStorage.getItem(key(userId)) ?? '{}'));
  } catch {
    // Invalid JSON: nothing is stored.
  }
  const series = Object.entries(toRecord(kept.series)).map(
    ([id, one]) => [id, { ...readStored(one), screen: readScreenSettings(toRecord(one).screen) }] as const,
  );
  return {
    device: readDeviceSettings(kept.device),
    usual: readScreenSettings(kept.usual),
    series: Object.fromEntries(series),
  };
}

const newest = <T extends { at: number }>(all: Record<string, T>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(all)
      .sort(([, a], [, b]) => b.at - a.at)
      .slice(0, most),
  );

export function writeDevice(userId: string, kept: OnDevice): void {
  try {
    localStorage.setItem(key(userId), JSON.stringify({ ...kept, series: newest(kept.series) }));
  } catch {
    // Storage is full or blocked: the settings last as long as the page.
  }
}

/** All series share sixteen preferences, as an account has at most 500. */
const prefix = 'reader.comic.';
const toPreference = (seriesId: string): string => `${prefix}${seriesId.slice(-1)}`;

type Shelf = Record<string, StoredSettings>;

/** The settings of all series that the account has stored. */
export async function readShelves(signal?: AbortSignal): Promise<Shelf> {
  const all = await call('GET /api/v1/user/preferences', {}, signal ? { signal } : {});
  const shelves = Object.entries(all).filter(([preference]) => preference.startsWith(prefix));
  return Object.fromEntries(
    shelves.flatMap(([, value]) => Object.entries(toRecord(value)).map(([id, one]) => [id, readStored(one)])),
  );
}

/** Merges with what other devices stored for other series meanwhile. */
export async function storeOnServer(seriesId: string, stored: StoredSettings): Promise<void> {
  const preference = toPreference(seriesId);
  const others = Object.entries(await readShelves()).filter(([id]) => toPreference(id) === preference);
  const shelf = newest({ ...Object.fromEntries(others), [seriesId]: stored });
  const body = Object.fromEntries(
    Object.entries(shelf).map(([id, { at, series }]) => [id, { at, series: { ...series } }]),
  );
  await call('PUT /api/v1/user/preferences/{key}', { params: { key: preference }, body });
}
