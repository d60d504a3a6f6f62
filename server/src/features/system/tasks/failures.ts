// The last failure in the result of a task that changes files: its reason can contain file names. A task of a visible
// series can name a book that was moved to a hidden series since.
import type { TaskDto } from '@lectern/contract/tasks';
import { z } from 'zod';
import type { Catalog } from '#catalog/catalog.ts';
import { isLimited, type Viewer } from '#infrastructure/access/viewer.ts';

const resultSchema = z.looseObject({
  failure: z.object({ bookId: z.string().optional(), seriesId: z.string().optional() }),
});

const readOwner = ({ result }: TaskDto) => resultSchema.safeParse(result).data?.failure;

export function withoutFailure(task: TaskDto): TaskDto {
  const { data } = resultSchema.safeParse(task.result);
  if (!data) return task;
  const { failure: _, ...result } = data;
  return { ...task, result: z.json().parse(result) };
}

/** Removes failures of books and series that the viewer does not see. */
export async function hideFailures(
  { books, visibility }: Pick<Catalog, 'books' | 'visibility'>,
  viewer: Viewer,
  tasks: readonly TaskDto[],
): Promise<TaskDto[]> {
  if (!isLimited(viewer)) return [...tasks];
  const owners = tasks.flatMap((task) => readOwner(task) ?? []);
  const bookIds = new Set(owners.flatMap(({ bookId }) => bookId ?? []));
  const visible = new Set((await books.listByIds(viewer, [...bookIds])).map(({ id }) => id));
  const seriesIds = new Set(owners.flatMap(({ seriesId }) => seriesId ?? []));
  for (const id of await visibility.visibleSeries(viewer, [...seriesIds])) visible.add(id);
  return tasks.map((task) => {
    const { bookId, seriesId } = readOwner(task) ?? {};
    return visible.has(bookId ?? seriesId ?? '') ? task : withoutFailure(task);
  });
}
