// SQL for exporting corrected panels. Read-only.
import { toTime } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { CommonRecords } from '../records.ts';
import { parse } from './values.ts';

export async function listPanelCorrections(db: Db): Promise<CommonRecords['panel-corrections'][]> {
  const rows = await db
    .selectFrom('panelCorrection')
    .select(['contentHash', 'pageNumber', 'panels', 'updatedAt'])
    .orderBy('contentHash')
    .orderBy('pageNumber')
    .execute();
  return rows.map(({ panels, updatedAt, ...row }) => ({
    ...row,
    panels: parse(panels),
    updatedAt: toTime(updatedAt),
  }));
}
