// Informs once that guided view shows most pages of a series whole. Stored on this device, for the last series.
import type { PagePanels } from '@lectern/contract/serving/panels';
import { useEffect, useRef } from 'react';
import { readFromDevice, storeOnDevice } from '../../../api/device-storage.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Notices } from '../../shared/notice/notice.tsx';

const key = 'lectern.comic.few-panels';
const maxSeries = 300;
/** Results of fewer pages are not representative. */
const minPages = 5;
/** Time in milliseconds for which the information is shown: the user does not expect it. */
const shownMs = 5_000;

export type PageSources = ReadonlyMap<number, PagePanels['source']>;

/**
 * Whether panels were found on less than half of the examined pages. Covers are single pictures in most books, and pages
 * that a user corrected are right.
 */
export function isMostlyWhole(sources: PageSources, lastPage: number): boolean {
  const examined = [...sources]
    .filter(([page, source]) => page > 1 && page < lastPage && source !== 'user')
    .map(([, source]) => source);
  return (
    examined.length >= minPages && examined.filter((source) => source === 'none').length * 2 > examined.length
  );
}

interface Props {
  seriesId: string;
  lastPage: number;
  isOn: boolean;
  /** Of the pages whose panels are loaded. */
  sources: PageSources;
  say: Notices['say'];
}

export function useFewPanels({ seriesId, lastPage, isOn, sources, say }: Props): void {
  const t = useTranslate();
  const all = useRef(new Map<number, PagePanels['source']>());
  const hasSaid = useRef(false);
  useEffect(() => {
    for (const [page, source] of sources) all.current.set(page, source);
    if (!isOn || hasSaid.current || !isMostlyWhole(all.current, lastPage)) return;
    hasSaid.current = true;
    const known = (readFromDevice(key) ?? '').split(' ').filter(Boolean);
    if (known.includes(seriesId)) return;
    storeOnDevice(key, [seriesId, ...known].slice(0, maxSeries).join(' '));
    say(t('reader.comic.fewPanels'), shownMs);
  });
}
