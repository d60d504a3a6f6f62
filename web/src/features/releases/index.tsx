// What other pages show of releases; its parts are loaded where there is something to show.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import { releaseSummary } from './queries.ts';

const Available = lazy(async () => ({ default: (await import('./sections.tsx')).AvailableReleases }));
const New = lazy(async () => ({ default: (await import('./sections.tsx')).NewReleases }));

/** On the page of a series; nothing where no plugin announces anything. */
export function AvailableReleases(props: { seriesId: string; title: string }) {
  const summary = useReleaseSummary();
  return summary?.isAvailable ? (
    <Suspense>
      <Available {...props} />
    </Suspense>
  ) : null;
}

/** On the home page, when something is new. */
export function NewReleases() {
  const count = useReleaseSummary()?.newCount ?? 0;
  return count > 0 ? (
    <Suspense>
      <New count={count} />
    </Suspense>
  ) : null;
}

/** Undefined for those who may not see any. */
export function useReleaseSummary() {
  const hasPermission = usePermission();
  return useQuery({ ...releaseSummary, enabled: hasPermission('series:read') }).data;
}
