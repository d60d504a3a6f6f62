// Formats the state of an entry at a tracking service.
import type { TrackingEntry } from '@lectern/contract/tracking/tracking';
import { useTranslate } from '../../i18n/translate.ts';

export function EntryText({ entry: { status, volumes, chapters, score } }: { entry: TrackingEntry }) {
  const t = useTranslate();
  const parts = [
    status !== null && t(`tracking.statuses.${status}`),
    volumes !== null && t('tracking.volumesRead', { count: volumes }),
    chapters !== null && t('tracking.chaptersRead', { count: chapters }),
    score !== null && t('tracking.score', { score }),
  ];
  return <>{parts.filter((part) => part !== false).join(', ')}</>;
}
