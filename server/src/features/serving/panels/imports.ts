// Panels that are stored with a book: in its file, or in a `.cbxy` file next to it. Read by a worker process when panels
// are requested, and cached by the versions of both files.
import { lstat } from 'node:fs/promises';
import type { ImportedPage } from '@lectern/formats/panels/imports/read';
import { importVersion } from '@lectern/formats/panels/version';
import { z } from 'zod';
import type { BookFile } from '#catalog/books/files.ts';
import { Problem } from '#infrastructure/errors.ts';
import { joinNames, toLastName, toNativePath } from '#infrastructure/files/names.ts';
import { toFileVersion } from '#infrastructure/files/versions.ts';
import type { OpenBook, PageService } from '../pages/index.ts';
import type { ImportJob } from './jobs.ts';

const value = z.number();
const importedSchema: z.ZodType<ImportedPage[]> = z.array(
  z.object({
    number: value,
    source: z.enum(['epub', 'acbf', 'cbxy', 'navigation']),
    boxes: z.array(z.tuple([value, value, value, value])),
  }),
);

/** Panels by page number. Empty if the file cannot be read: its pages report the error. */
export async function readImports(
  pages: PageService,
  open: OpenBook,
): Promise<ReadonlyMap<number, ImportedPage>> {
  const { book, map } = open;
  if (map.container === 'pdf' || map.container === 'ebook' || map.pages.length === 0) return new Map();
  const sidecar = await findSidecar(book);
  const { root, relativePath } = book;
  const input: ImportJob = {
    root,
    relativePath,
    version: map.version,
    kind: map.container,
    isSolid: map.isSolid,
    isEpub: map.epub !== null,
    pages: map.pages.map(({ name, width, height }) => ({ name, width, height })),
    ...(map.volumes && { volumes: map.volumes }),
    ...(sidecar && { sidecar: sidecar.relativePath }),
  };
  const version = `imports-${importVersion}-${map.version}-${sidecar?.version ?? 'none'}`;
  try {
    const bytes = await pages.runOnFile(open, version, { name: 'panels.import', input, root });
    const imported = importedSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
    return new Map(imported.map((page) => [page.number, page]));
  } catch (error) {
    if (error instanceof Problem && error.code === 'page_extraction_failed') return new Map();
    throw error;
  }
}

/** `Comic 1.cbxy` for `Comic 1.cbz`, and `Comic 1/Comic 1.cbxy` for the folder `Comic 1`. Ignores links. */
async function findSidecar({
  root,
  relativePath,
  format,
}: BookFile): Promise<{ relativePath: string; version: string } | undefined> {
  const path =
    format === 'folder'
      ? joinNames(relativePath, toLastName(relativePath))
      : relativePath.replace(/\.[^./]*$/, '');
  const sidecar = `${path}.cbxy`;
  const facts = await lstat(toNativePath(root, sidecar)).catch(() => undefined);
  return facts?.isFile() ? { relativePath: sidecar, version: toFileVersion(facts) } : undefined;
}
