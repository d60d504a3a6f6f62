// How much of a visible task a viewer sees.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';

/**
 * A part: state and progress as a percentage, without parameters, result and reason of a failure. Nameless: all but the
 * reason of a failure that can contain a name.
 */
export type TaskSight = 'whole' | 'nameless' | 'part';

/**
 * For a viewer from whom tags or an age limit hide books: a task of a library can concern hidden books, and a failure of
 * the task of a series or book can name the file of another book.
 */
export function toSight({ seriesRule }: Viewer, { subject }: Pick<TaskRow, 'subject'>): TaskSight {
  if (seriesRule === null) return 'whole';
  if (subject === 'library') return 'part';
  return subject === 'series' || subject === 'book' ? 'nameless' : 'whole';
}

/** The sights under which a task is shown. */
export const listSights = ({ subject }: Pick<TaskRow, 'subject'>): TaskSight[] => {
  if (subject === 'library') return ['whole', 'part'];
  return subject === 'series' || subject === 'book' ? ['whole', 'nameless'] : ['whole'];
};
