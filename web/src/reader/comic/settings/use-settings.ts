// The settings of a series. Its own settings override the device defaults, which override the book's defaults. Series
// settings are shared by all devices of the account.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Page } from '@lectern/contract/serving/pages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { me } from '../../../api/queries.ts';
import { looksLikeStrip } from '../geometry/shapes.ts';
import {
  type DeviceSettings,
  readDeviceSettings,
  readScreenSettings,
  readSeriesSettings,
  type ScreenSettings,
  type Settings,
  toDefaults,
} from '../state/settings.ts';
import { type DeviceStorage, readAllSettings, readDevice, storeOnServer, writeDevice } from './store.ts';

export interface SettingsStore {
  settings: Settings;
  /** Stores the change for the series, or for the device if the setting is per device. */
  change(part: Partial<Settings>): void;
  /** Makes the current settings the defaults on this device. */
  saveAsDefaults(): void;
  /** Resets the series to the defaults. */
  forget(): void;
}

const sendMs = 800;

const storedSettings = queryOptions({
  queryKey: ['preferences', 'comic'],
  queryFn: ({ signal }) => readAllSettings(signal),
  retry: false,
  staleTime: 0,
});

/** Whether loading of the stored settings has finished or failed. */
export function useStoredSettings(): boolean {
  const { data, error } = useQuery(storedSettings);
  return data !== undefined || error !== null;
}

export function useSettings({ seriesId, readingDirection }: BookDto, pages: readonly Page[]): SettingsStore {
  const isTall = useMemo(() => looksLikeStrip(pages), [pages]);
  const { data: user } = useQuery(me);
  const userId = user?.id ?? '';
  const { data: stored } = useQuery(storedSettings);
  const [onDevice, setOnDevice] = useState(() => readDevice(userId));
  const timer = useRef<number>(undefined);
  const known = onDevice.series[seriesId];
  const onServer = stored?.[seriesId];

  const send = useCallback(
    (after: DeviceStorage) => {
      const { at, series } = after.series[seriesId] ?? { at: Date.now(), series: {} };
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(
        // A failed change is sent when the series is opened again.
        () => void storeOnServer(seriesId, { at, series }).catch(() => undefined),
        sendMs,
      );
    },
    [seriesId],
  );
  const update = useCallback(
    (make: (before: DeviceStorage) => DeviceStorage) => {
      // Another tab may have changed another series.
      const after = make(readDevice(userId));
      writeDevice(userId, after);
      setOnDevice(after);
      return after;
    },
    [userId],
  );

  // Runs only when the server has answered. Later changes are sent separately.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see the comment above
  useEffect(() => {
    if (!stored) return;
    if (onServer && onServer.at > (known?.at ?? 0))
      update((before) => ({
        ...before,
        series: { ...before.series, [seriesId]: { screen: {}, ...before.series[seriesId], ...onServer } },
      }));
    else if (known && known.at > (onServer?.at ?? 0)) send(readDevice(userId));
  }, [stored]);

  const change = useCallback(
    (part: Partial<Settings>) => {
      const series = readSeriesSettings(part);
      const after = update((before) => toChanged(before, seriesId, part));
      if (Object.keys(series).length > 0) send(after);
    },
    [update, send, seriesId],
  );
  const settings = useMemo<Settings>(
    () => ({
      ...toDefaults({ readingDirection, screenWidth: window.innerWidth, isTall }),
      ...onDevice.device,
      ...onDevice.usual,
      ...known?.screen,
      ...(onServer && onServer.at > (known?.at ?? 0) ? onServer.series : known?.series),
    }),
    [readingDirection, isTall, onDevice, known, onServer],
  );
  const saveAsDefaults = () => update((before) => ({ ...before, usual: readScreenSettings(settings) }));
  const forget = () =>
    send(
      update((before) => ({
        ...before,
        series: { ...before.series, [seriesId]: { at: Date.now(), series: {}, screen: {} } },
      })),
    );
  return { settings, change, saveAsDefaults, forget };
}

function toChanged(before: DeviceStorage, seriesId: string, part: Partial<Settings>): DeviceStorage {
  const device: Partial<DeviceSettings> = readDeviceSettings(part);
  const screen: Partial<ScreenSettings> = readScreenSettings(part);
  const series = readSeriesSettings(part);
  const { [seriesId]: known = { at: 0, series: {}, screen: {} } } = before.series;
  const isOfSeries = Object.keys(series).length > 0;
  const changed = {
    at: isOfSeries ? Date.now() : known.at,
    series: { ...known.series, ...series },
    screen: { ...known.screen, ...screen },
  };
  return {
    ...before,
    device: { ...before.device, ...device },
    series: { ...before.series, [seriesId]: changed },
  };
}
