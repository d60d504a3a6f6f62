// Libraries on the measured program.

import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { type LibrarySpec, makeLibrary } from '../books/make-library.ts';
import type { DataLocation } from '../books/rows.ts';
import { type Program, startProgram } from './program.ts';

export const addLibrary = (
  program: Program,
  path: string,
  name = 'Measured',
  settings: object = {},
): Promise<Library> => program.post<Library>('/api/v1/libraries', { name, path, ...settings });

/** Scans a library and returns the duration of the scan in seconds. Calls `onSample` repeatedly during the scan. */
export async function scan(program: Program, libraryId: string, onSample = () => {}): Promise<number> {
  await program.post(`/api/v1/libraries/${libraryId}/scan`);
  for (;;) {
    const scan = await program.get<ScanStatus>(`/api/v1/libraries/${libraryId}/scan-status`);
    onSample();
    if (scan.completedAt !== null) {
      if (scan.status !== 'completed') throw new Error(`The scan ${scan.status}: ${scan.errors.join('; ')}`);
      return (Date.parse(scan.completedAt) - Date.parse(scan.startedAt)) / 1000;
    }
    await pause(50);
  }
}

/** Waits until no background work is left. */
export async function settle(program: Program, onSample = () => {}): Promise<void> {
  for (;;) {
    const { data } = await program.get<{ data: TaskDto[] }>('/api/v1/tasks?pageSize=50');
    onSample();
    if (!data.some(({ status }) => status === 'pending' || status === 'running')) return;
    await pause(200);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Fills the database of a server with a scanned library and stops the server. The rows can then be multiplied. */
export async function fillLibrary(place: DataLocation, spec: LibrarySpec): Promise<void> {
  const program = await startProgram(place);
  const { id } = await addLibrary(program, makeLibrary(spec));
  await scan(program, id);
  await settle(program);
  await program.stop();
}
