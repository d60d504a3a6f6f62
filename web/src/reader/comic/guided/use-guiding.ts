// Whether guided view is on for the series, whether it is shown, and the settings that it changes.
import { useCallback, useMemo, useState } from 'react';
import type { SettingsStore } from '../settings/use-settings.ts';
import type { Settings } from '../state/settings.ts';

export interface Guiding {
  /** Guided view is on. A double tap leaves it to the page and returns to it. */
  isArmed: boolean;
  /** Pages are shown panel by panel. */
  isOn: boolean;
  /** While it is shown, pages are single and fit the screen. */
  settings: Settings;
  start(): void;
  leave(): void;
  turnOff(): void;
}

export function useGuiding({ settings, change }: SettingsStore): Guiding {
  const [isLeft, setLeft] = useState(false);
  if (isLeft && !settings.isGuided) setLeft(false);
  const isArmed = settings.isGuided && settings.mode === 'paged';
  const isOn = isArmed && !isLeft;
  const shown = useMemo<Settings>(
    () => (isOn ? { ...settings, layout: 'single', fit: 'screen' } : settings),
    [isOn, settings],
  );
  const start = useCallback(() => {
    setLeft(false);
    change({ isGuided: true });
  }, [change]);
  const leave = useCallback(() => setLeft(true), []);
  const turnOff = useCallback(() => change({ isGuided: false }), [change]);
  return { isArmed, isOn, settings: shown, start, leave, turnOff };
}
