// Records reading sessions in batches.
import type { NewSession } from '@lectern/contract/reading/reading-sessions';
import type { ReadingSessionService } from '#features/reading/reading-sessions/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { reason } from '#infrastructure/errors.ts';
import type { Outcome } from './outcome.ts';

/** Maximum batch size of the service. */
const batchSize = 500;

/** Counts new and known sessions, and adds notes for rejected ones. */
export async function recordSessions(
  service: ReadingSessionService,
  viewer: Viewer,
  { sessions, outcome }: { sessions: readonly NewSession[]; outcome: Outcome },
): Promise<void> {
  for (const batch of chunks(sessions, batchSize)) {
    const { recorded, known, rejected } = await service.record(viewer, { sessions: batch });
    outcome.taken += recorded;
    outcome.known += known;
    if (rejected.length > 0)
      outcome.notes.push(reason('import_note_sessions_impossible', { count: rejected.length }));
  }
}
