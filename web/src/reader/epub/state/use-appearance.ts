// The appearance of texts. Stored on this device, with the account's latest as default for a new device. Optionally set per
// book.
import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { readFromDevice, removeFromDevice, storeOnDevice } from '../../../api/device-storage.ts';
import { type Appearance, defaultAppearance, readAppearance, type Theme } from '../appearance/appearance.ts';

const deviceKey = 'lectern.epub.look';
const bookKey = (bookId: string) => `${deviceKey}.${bookId}`;
/** The latest appearance from any device of the account. */
const preference = 'web.epub.look';
const saveMs = 2_000;

function readStored(key: string): Partial<Appearance> | undefined {
  try {
    const stored = readFromDevice(key);
    return stored === null ? undefined : readAppearance(JSON.parse(stored));
  } catch {
    return undefined;
  }
}

let waiting: { appearance: Partial<Appearance>; timer: number } | undefined;

function save(): void {
  if (!waiting) return;
  window.clearTimeout(waiting.timer);
  const body = { [preference]: waiting.appearance };
  waiting = undefined;
  // The device has already stored it.
  call('PUT /api/v1/user/preferences', { body }, { keepalive: true }).catch(() => undefined);
}

function saveLater(appearance: Partial<Appearance>): void {
  window.clearTimeout(waiting?.timer);
  waiting = { appearance, timer: window.setTimeout(save, saveMs) };
  window.addEventListener('pagehide', save);
}

export interface AppearanceSettings {
  appearance: Appearance;
  theme: Theme;
  /** This book has its own appearance. */
  isOwn: boolean;
  change(part: Partial<Appearance>): void;
  setOwn(isOwn: boolean): void;
  reset(): void;
}

export function useAppearance(bookId: string): AppearanceSettings | undefined {
  const [ofDevice, setDevice] = useState(() => readStored(deviceKey));
  const [ofBook, setBook] = useState(() => readStored(bookKey(bookId)));
  const ofAccount = useQuery({
    queryKey: ['preferences', preference],
    queryFn: async ({ signal }) =>
      readAppearance((await call('GET /api/v1/user/preferences', {}, { signal }))[preference]),
    enabled: ofDevice === undefined,
    retry: false,
  });
  const scheme = useComputedColorScheme('light');
  const isOwn = ofBook !== undefined;
  const base = ofDevice ?? ofAccount.data;
  const appearance: Appearance = useMemo(
    () => ({ ...defaultAppearance, ...base, ...ofBook }),
    [base, ofBook],
  );

  const update = useCallback(
    (next: Partial<Appearance>, own: boolean) => {
      storeOnDevice(own ? bookKey(bookId) : deviceKey, JSON.stringify(next));
      if (own) return setBook(next);
      setDevice(next);
      saveLater(next);
    },
    [bookId],
  );
  if (ofDevice === undefined && ofAccount.isPending) return undefined;
  return {
    appearance,
    theme: appearance.theme === 'auto' ? scheme : appearance.theme,
    isOwn,
    change: (part) => update({ ...appearance, ...part }, isOwn),
    setOwn(own) {
      if (own) return update(appearance, true);
      removeFromDevice(bookKey(bookId));
      setBook(undefined);
    },
    reset: () => update({}, isOwn),
  };
}
