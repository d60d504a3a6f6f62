// Reading positions of an export.
import type { PersonalRecords } from '#features/export/index.ts';
import type { TheirReading } from '#features/import/snapshot/index.ts';

export const toReading = (userId: string, one: PersonalRecords['progress']): TheirReading => ({
  userId,
  bookId: one.bookId,
  page: one.page,
  completed: one.completed,
  readAtMs: Date.parse(one.updatedAt),
  startedAtMs: Date.parse(one.startedAt),
  device: undefined,
  locator: one.locator ?? undefined,
  share: one.percentage ?? undefined,
  spineIndex: undefined,
  spot: undefined,
});
