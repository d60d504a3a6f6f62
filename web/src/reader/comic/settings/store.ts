// Stores settings in local storage, for each series and for the device. Series settings are also stored as account
// preferences on the server.
import { call } from '../../../api/call.ts';
import {
  type DeviceSettings,
  readDeviceSettings,
  readScreenSettings,
  readSeriesSettings,
  type ScreenSettings,
  type SeriesSettings,
} from '../state/settings.ts';

/** Settings of one series. The newest `at` (Unix time in milliseconds) wins. */
export interface StoredSettings {
  at: number;
  series: Partial<SeriesSettings>;
}

export interface DeviceStorage {
  device: Partial<DeviceSettings>;
  /** Defaults on this device for series without settings. */
  usual: Partial<ScreenSettings>;
  series: Record<string, StoredSettings & { screen: Partial<ScreenSettings> }>;
}

/** Maximum number of stored series. The oldest are dropped. */
const maxSeries = 300;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

function readStored(value: unknown): StoredSettings {
  const { at, series } = toRecord(value);
  return { at: typeof at === 'number' ? at : 0, series: readSeriesSettings(series) };
}

const key = (userId: string) => `lectern.comic.${userId}`;

export function readDevice(userId: string): DeviceStorage {
  let onDevice: Record<string, unknown> = {};
  try {
    onDevice = toRecord(JSON.parse(localStorage.getItem(key(userId)) ?? '{}'));
  } catch {
    // Invalid JSON is treated as empty.
  }
  const series = Object.entries(toRecord(onDevice.series)).map(
    ([id, one]) => [id, { ...readStored(one), screen: readScreenSettings(toRecord(one).screen) }] as const,
  );
  return {
    device: readDeviceSettings(onDevice.device),
    usual: readScreenSettings(onDevice.usual),
    series: Object.fromEntries(series),
  };
}

const newest = <T extends { at: number }>(all: Record<string, T>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(all)
      .sort(([, a], [, b]) => b.at - a.at)
      .slice(0, maxSeries),
  );

export function writeDevice(userId: string, onDevice: DeviceStorage): void {
  try {
    localStorage.setItem(key(userId), JSON.stringify({ ...onDevice, series: newest(onDevice.series) }));
  } catch {
    // Storage is full or blocked. The settings last until the page is closed.
  }
}

/** All series share 16 preferences, because an account can have at most 500. */
const prefix = 'reader.comic.';
const toPreference = (seriesId: string): string => `${prefix}${seriesId.slice(-1)}`;

type SettingsBySeries = Record<string, StoredSettings>;

/** The settings of all series stored by the account. */
export async function readAllSettings(signal?: AbortSignal): Promise<SettingsBySeries> {
  const all = await call('GET /api/v1/user/preferences', {}, signal ? { signal } : {});
  const preferences = Object.entries(all).filter(([preference]) => preference.startsWith(prefix));
  return Object.fromEntries(
    preferences.flatMap(([, value]) =>
      Object.entries(toRecord(value)).map(([id, one]) => [id, readStored(one)]),
    ),
  );
}

/** Merges with settings that other devices have stored for other series. */
export async function storeOnServer(seriesId: string, stored: StoredSettings): Promise<void> {
  const preference = toPreference(seriesId);
  const others = Object.entries(await readAllSettings()).filter(([id]) => toPreference(id) === preference);
  const merged = newest({ ...Object.fromEntries(others), [seriesId]: stored });
  const body = Object.fromEntries(
    Object.entries(merged).map(([id, { at, series }]) => [id, { at, series: { ...series } }]),
  );
  await call('PUT /api/v1/user/preferences/{key}', { params: { key: preference }, body });
}
