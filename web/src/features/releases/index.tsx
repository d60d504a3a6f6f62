// What other pages show of releases; its parts are loaded where there is something to show.
import { useQuery } from '@tanstack/react-query';
import { usePermission } from '../../api/use-permission.ts';
import { loadable } from '../../ui/loadable.tsx';
import { releaseSummary } from './queries.ts';

const Available = loadable(async () => (await import('./sections.tsx')).AvailableReleases);
const New = loadable(async () => (await import('./sections.tsx')).NewReleases);

/** On the page of a series; nothing where no plugin announces anything. */
export function AvailableReleases(props: { seriesId: string; title: string }) {
  const summary = useReleaseSummary();
  return summary?.isAvailable ? <Available {...props} /> : null;
}

/** On the home page, when something is new. */
export function NewReleases() {
  const count = useReleaseSummary()?.newCount ?? 0;
  return count > 0 ? <New count={count} /> : null;
}

/** Undefined for those who may not see any. */
export function useReleaseSummary() {
  const hasPermission = usePermission();
  return useQuery({ ...releaseSummary, enabled: hasPermission('series:read') }).data;
}
