// How much of a visible task a viewer sees.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';

/** A part: state and progress as a percentage, without parameters, result and reason of a failure. */
export type TaskSight = 'whole' | 'part';

/** A task of a library concerns books that tags or an age limit may hide from the viewer. */
export const toSight = ({ seriesRule }: Viewer, { subject }: Pick<TaskRow, 'subject'>): TaskSight =>
  subject === 'library' && seriesRule !== null ? 'part' : 'whole';
