// The look of texts: stored on this device, with the account's last look for a new device; optionally of a single book.
import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { type Look, readLook, type Theme, usualLook } from '../look/look.ts';

const deviceKey = 'lectern.epub.look';
const bookKey = (bookId: string) => `${deviceKey}.${bookId}`;
/** The last look of any device of the account. */
const preference = 'web.epub.look';
const saveMs = 2_000;

function readKept(key: string): Partial<Look> | undefined {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? undefined : readLook(JSON.parse(kept));
  } catch {
    return undefined;
  }
}

let waiting: { look: Partial<Look>; timer: number } | undefined;

function save(): void {
  if (!waiting) return;
  window.clearTimeout(waiting.timer);
  const body = { [preference]: waiting.look };
  waiting = undefined;
  // The device has stored it in any case.
  call('PUT /api/v1/user/preferences', { body }, { keepalive: true }).catch(() => undefined);
}

function saveSoon(look: Partial<Look>): void {
  window.clearTimeout(waiting?.timer);
  waiting = { look, timer: window.setTimeout(save, saveMs) };
  window.addEventListener('pagehide', save);
}

export interface LookSettings {
  look: Look;
  theme: Theme;
  /** This book has a look of its own. */
  isOwn: boolean;
  change(part: Partial<Look>): void;
  setOwn(isOwn: boolean): void;
  reset(): void;
}

export function useLook(bookId: string): LookSettings | undefined {
  const [ofDevice, setDevice] = useState(() => readKept(deviceKey));
  const [ofBook, setBook] = useState(() => readKept(bookKey(bookId)));
  const roaming = useQuery({
    queryKey: ['preferences', preference],
    queryFn: async ({ signal }) =>
      readLook((await call('GET /api/v1/user/preferences', {}, { signal }))[preference]),
    enabled: ofDevice === undefined,
    retry: false,
  });
  const scheme = useComputedColorScheme('light');
  const isOwn = ofBook !== undefined;
  const base = ofDevice ?? roaming.data;
  const look: Look = useMemo(() => ({ ...usualLook, ...base, ...ofBook }), [base, ofBook]);

  const keep = useCallback(
    (next: Partial<Look>, own: boolean) => {
      localStorage.setItem(own ? bookKey(bookId) : deviceKey, JSON.stringify(next));
      if (own) return setBook(next);
      setDevice(next);
      saveSoon(next);
    },
    [bookId],
  );
  if (ofDevice === undefined && roaming.isPending) return undefined;
  return {
    look,
    theme: look.theme === 'auto' ? scheme : look.theme,
    isOwn,
    change: (part) => keep({ ...look, ...part }, isOwn),
    setOwn(own) {
      if (own) return keep(look, true);
      localStorage.removeItem(bookKey(bookId));
      setBook(undefined);
    },
    reset: () => keep({}, isOwn),
  };
}
