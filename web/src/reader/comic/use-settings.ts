// How this reader likes to see this series, remembered on this device; what nobody chose comes from the book.
import { useCallback, useState } from 'react';
import type { Settings } from './state.ts';

const key = (seriesId: string) => `lectern.comic.${seriesId}`;

function readKept(seriesId: string): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(key(seriesId)) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export function toDefaults(readingDirection: string | null): Settings {
  const isStrip = readingDirection === 'webtoon' || readingDirection === 'ttb';
  return {
    mode: isStrip ? 'strip' : 'paged',
    direction: readingDirection === 'rtl' ? 'rtl' : 'ltr',
    fit: 'screen',
    isDouble: false,
    isCoverAlone: true,
  };
}

export function useSettings(seriesId: string, defaults: Settings) {
  const [kept, setKept] = useState(() => readKept(seriesId));
  const change = useCallback(
    (part: Partial<Settings>) => {
      setKept((before) => {
        const after = { ...before, ...part };
        localStorage.setItem(key(seriesId), JSON.stringify(after));
        return after;
      });
    },
    [seriesId],
  );
  return [{ ...defaults, ...kept }, change] as const;
}
