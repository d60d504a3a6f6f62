// Finds how much of a document of an EPUB is before an element, in a worker process.

import type { ElementPath } from '@lectern/formats/epub/element-share';
import { resolveHref } from '@lectern/formats/opf/href';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { TheirSpot } from '#features/import/snapshot/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import type { importJobs } from '../reading/jobs.ts';
import type { ImportServices } from './dependencies.ts';

const callJob = callerOf<typeof importJobs>();
const timeoutMs = 60_000;
/** Prefix of hrefs of resources. */
const resources = 'resources/';

/** Undefined if the spot names no element, or the file cannot be read. */
export async function findShare(
  { catalog, pool }: Pick<ImportServices, 'catalog' | 'pool'>,
  book: BookRow,
  { href, spot }: { href: string; spot: TheirSpot },
): Promise<number | undefined> {
  const element = toElementPath(spot);
  const target = href.startsWith(resources) ? resolveHref(href.slice(resources.length), '') : undefined;
  if (!element || !target || book.fileFormat !== 'epub') return undefined;
  const { root, relativePath } = await catalog.files.get(system, book.id);
  const input = { root, relativePath, name: target.name, element };
  // A position at the start of the document is better than none.
  return (
    (await callJob(pool, 'imports.findShare', { input, timeoutMs, roots: [root] }).catch(() => undefined)) ??
    undefined
  );
}

/** CFIs are fragments as well, and exact without a fraction. */
function toElementPath({ cssSelector, fragments }: TheirSpot): ElementPath | undefined {
  const [id] = fragments ?? [];
  if (id !== undefined) return id.startsWith('epubcfi(') ? undefined : { id };
  const steps = cssSelector?.split(' > ').flatMap((part): [string, number][] => {
    const [, name, number] = /^([a-z][a-z0-9-]*):nth-of-type\((\d+)\)$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, Number(number)]];
  });
  return steps && steps.length > 0 ? { steps } : undefined;
}
