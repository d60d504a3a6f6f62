// The last failure in the result of a task that changes files. The result holds the id of the book or series and the key of
// the reason. Names are resolved when it is read, for viewers who see the book or series: a task of a visible series can
// name a book that was moved to a hidden series since.
import { isReasonKey, reasonMessages, toReason } from '@lectern/contract/reasons';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { z } from 'zod';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';

const failureSchema = z.object({
  bookId: z.string().optional(),
  seriesId: z.string().optional(),
  reason: z.string().refine(isReasonKey),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
const resultSchema = z.looseObject({ failure: z.unknown() });

export function withoutFailure(task: TaskDto): TaskDto {
  const { data } = resultSchema.safeParse(task.result);
  if (data?.failure === undefined) return task;
  const { failure: _, ...result } = data;
  return { ...task, result: z.json().parse(result) };
}

const readFailure = ({ result }: TaskDto) =>
  failureSchema.safeParse(resultSchema.safeParse(result).data?.failure).data;

/** Adds the messages of failures, with the title of their book or series. Removes failures that are hidden from the viewer. */
export async function nameFailures(
  { books, series }: Pick<Catalog, 'books' | 'series'>,
  viewer: Viewer,
  tasks: readonly TaskDto[],
): Promise<TaskDto[]> {
  const found = tasks.flatMap((task) => readFailure(task) ?? []);
  if (found.length === 0) return [...tasks];
  const listIds = (key: 'bookId' | 'seriesId') => [...new Set(found.flatMap(({ [key]: id }) => id ?? []))];
  const rows = [
    ...(await books.listByIds(viewer, listIds('bookId'))),
    ...(await series.listByIds(viewer, listIds('seriesId'))),
  ];
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return tasks.map((task) => {
    const failure = readFailure(task);
    if (!failure) return task;
    const { bookId, seriesId, reason, params } = failure;
    const title = titles.get(bookId ?? seriesId ?? '');
    if (title === undefined) return withoutFailure(task);
    const owner = bookId === undefined ? { seriesId } : { bookId };
    const named = { ...owner, ...toReason({ reason, params: { ...toValues(reason, title), ...params } }) };
    return {
      ...task,
      result: z.json().parse({ ...z.record(z.string(), z.json()).parse(task.result), failure: named }),
    };
  });
}

/** The title for each value of the message: values that name files are not stored. */
const toValues = (key: keyof typeof reasonMessages, title: string): Record<string, string> =>
  Object.fromEntries([...reasonMessages[key].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, title]));
