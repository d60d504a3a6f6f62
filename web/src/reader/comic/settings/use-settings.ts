// How somebody likes to see a series: what was chosen for it, over what is usual on this device, over what the book
// says. What belongs to the series is the same on all devices of the account.
import type { BookDto } from '@lectern/contract/books';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { me } from '../../../api/queries.ts';
import {
  type DeviceSettings,
  readDeviceSettings,
  readScreenSettings,
  readSeriesSettings,
  type ScreenSettings,
  type Settings,
  toDefaults,
} from '../state/settings.ts';
import { type OnDevice, readDevice, readShelves, storeOnServer, writeDevice } from './memory.ts';

export interface SettingsMemory {
  settings: Settings;
  /** Remembered for the series, or for the device what belongs to it. */
  change(part: Partial<Settings>): void;
  /** Series of which nothing was chosen look like this one on this device. */
  makeUsual(): void;
  /** As the book and the device say. */
  forget(): void;
}

const sendMs = 800;

const shelves = queryOptions({
  queryKey: ['preferences', 'comic'],
  queryFn: ({ signal }) => readShelves(signal),
  retry: false,
  staleTime: 0,
});

/** Whether it is known what the account remembers of series, or that this cannot be known now. */
export function useStoredSettings(): boolean {
  const { data, error } = useQuery(shelves);
  return data !== undefined || error !== null;
}

export function useSettings({ seriesId, readingDirection }: BookDto): SettingsMemory {
  const { data: user } = useQuery(me);
  const userId = user?.id ?? '';
  const { data: stored } = useQuery(shelves);
  const [kept, setKept] = useState(() => readDevice(userId));
  const timer = useRef<number>(undefined);
  const known = kept.series[seriesId];
  const there = stored?.[seriesId];

  const send = useCallback(
    (after: OnDevice) => {
      const { at, series } = after.series[seriesId] ?? { at: Date.now(), series: {} };
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(
        // Not reached: it is sent the next time that the series is opened.
        () => void storeOnServer(seriesId, { at, series }).catch(() => undefined),
        sendMs,
      );
    },
    [seriesId],
  );
  const keep = useCallback(
    (make: (before: OnDevice) => OnDevice) => {
      // Another tab may have chosen something for another series.
      const after = make(readDevice(userId));
      writeDevice(userId, after);
      setKept(after);
      return after;
    },
    [userId],
  );

  // Only when the server has answered: what is chosen later is sent by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useEffect(() => {
    if (!stored) return;
    if (there && there.at > (known?.at ?? 0))
      keep((before) => ({
        ...before,
        series: { ...before.series, [seriesId]: { screen: {}, ...before.series[seriesId], ...there } },
      }));
    else if (known && known.at > (there?.at ?? 0)) send(readDevice(userId));
  }, [stored]);

  const change = useCallback(
    (part: Partial<Settings>) => {
      const series = readSeriesSettings(part);
      const after = keep((before) => toChanged(before, seriesId, part));
      if (Object.keys(series).length > 0) send(after);
    },
    [keep, send, seriesId],
  );
  const settings = useMemo<Settings>(
    () => ({
      ...toDefaults(readingDirection, window.innerWidth),
      ...kept.device,
      ...kept.usual,
      ...known?.screen,
      ...(there && there.at > (known?.at ?? 0) ? there.series : known?.series),
    }),
    [readingDirection, kept, known, there],
  );
  const makeUsual = () => keep((before) => ({ ...before, usual: readScreenSettings(settings) }));
  const forget = () =>
    send(
      keep((before) => ({
        ...before,
        series: { ...before.series, [seriesId]: { at: Date.now(), series: {}, screen: {} } },
      })),
    );
  return { settings, change, makeUsual, forget };
}

function toChanged(before: OnDevice, seriesId: string, part: Partial<Settings>): OnDevice {
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
