// Exports of the releases feature. Its components are loaded only if there are releases.
import { useQuery } from '@tanstack/react-query';
import { usePermission } from '../../api/use-permission.ts';
import { loadable } from '../../ui/loadable.tsx';
import { releaseSummary } from './queries.ts';

const Available = loadable(async () => (await import('./sections.tsx')).AvailableReleases);
const New = loadable(async () => (await import('./sections.tsx')).NewReleases);

/** For the series page. Renders nothing if no plugin announces releases. */
export function AvailableReleases(props: { seriesId: string; title: string }) {
  const summary = useReleaseSummary();
  return summary?.isAvailable ? <Available {...props} /> : null;
}

/** For the home page. Shown if there are new releases. */
export function NewReleases() {
  const count = useReleaseSummary()?.newCount ?? 0;
  return count > 0 ? <New count={count} /> : null;
}

/** Undefined for users without permission. */
export function useReleaseSummary() {
  const hasPermission = usePermission();
  return useQuery({ ...releaseSummary, enabled: hasPermission('series:read') }).data;
}
