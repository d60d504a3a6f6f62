// Panels that are stored with a book: in its file, or in a `.cbxy` file next to it. Read by a worker process when panels
// are requested, and cached by the versions of both files.
import { lstat, readdir } from 'node:fs/promises';
import { toArchiveName } from '@lectern/formats/archive/rar/volumes/names';
import type { ImportedPage } from '@lectern/formats/panels/imports/read';
import { importVersion } from '@lectern/formats/panels/version';
import { z } from 'zod';
import type { BookFile } from '#catalog/books/files.ts';
import { Problem } from '#infrastructure/errors.ts';
import { joinNames, toLastName, toNameText, toNativePath } from '#infrastructure/files/names.ts';
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
  const sidecar = await findSidecar(book, map.volumes !== undefined);
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

interface Sidecar {
  relativePath: string;
  version: string;
}

/**
 * `Comic 1.cbxy` for `Comic 1.cbz` and `Comic 1.part1.rar`. For the folder `Comic 1`, `Comic 1/Comic 1.cbxy` or the only
 * such file in the folder, which keeps its name when the folder is renamed. Ignores links.
 */
async function findSidecar(
  { root, relativePath, format }: BookFile,
  isMultiVolume: boolean,
): Promise<Sidecar | undefined> {
  if (format !== 'folder') {
    const archive = isMultiVolume ? toArchiveName(relativePath) : relativePath;
    return look(root, `${archive.replace(/\.[^./]*$/, '')}.cbxy`);
  }
  const named = await look(root, `${joinNames(relativePath, toLastName(relativePath))}.cbxy`);
  if (named) return named;
  const [only, ...others] = (await listNames(root, relativePath)).filter((name) => /\.cbxy$/i.test(name));
  return only !== undefined && others.length === 0 ? look(root, joinNames(relativePath, only)) : undefined;
}

async function look(root: string, relativePath: string): Promise<Sidecar | undefined> {
  const facts = await lstat(toNativePath(root, relativePath)).catch(() => undefined);
  return facts?.isFile() ? { relativePath, version: toFileVersion(facts) } : undefined;
}

async function listNames(root: string, relativePath: string): Promise<string[]> {
  const names = await readdir(toNativePath(root, relativePath), { encoding: 'buffer' }).catch(() => []);
  return names.map(toNameText);
}
