// The progress of running scans. Events invalidate it.
import type { Library } from '@lectern/contract/libraries/libraries';
import { useQuery } from '@tanstack/react-query';
import { activeScans } from '../../../api/queries.ts';
import { loadable } from '../../../ui/loadable.tsx';

const RunningScans = loadable(async () => (await import('./running-scans.tsx')).RunningScans);

export function ScanProgress({ libraries }: { libraries: readonly Library[] }) {
  const { data } = useQuery(activeScans);
  const running = data?.scans.filter(({ libraryId }) => libraries.some(({ id }) => id === libraryId)) ?? [];
  return running.length > 0 && <RunningScans scans={running} libraries={libraries} />;
}
