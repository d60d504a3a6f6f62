// The selected cover of a series.
import type { Tx } from '#infrastructure/database/dialect.ts';

/** Columns of a series that covers write. */
export class SeriesCovers {
  async setCover(
    tx: Tx,
    id: string,
    { source, coverId }: { source: string; coverId: string | null },
    nowMs: number,
  ): Promise<void> {
    await tx
      .updateTable('series')
      .set({ coverSource: source, coverId, updatedAt: nowMs })
      .where('id', '=', id)
      .execute();
  }
}
