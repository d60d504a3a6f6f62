// Known files whose content another file replaced: files that swapped their names, or files whose numbers were shifted.
// The books of such files follow their content.
import { stat } from 'node:fs/promises';
import { decodeContent } from '@lectern/formats/content';
import { findVersionShare } from '@lectern/formats/hash/page-fingerprint';
import type { BookFiles, SameContent } from '#features/libraries/books/index.ts';
import type { NativePath } from '#infrastructure/files/names.ts';
import { type FileLocation, isSameFile } from '../file-matches/index.ts';
import type { Candidate } from './found-row.ts';
import type { ReadFile } from './read-file.ts';

/** Files that wait until all others are saved. Further files are saved as new content of their books. */
const maxWaiting = 500;

interface Dependencies {
  books: Pick<BookFiles, 'listContents'>;
  /** Path of the file of a row. Undefined if its root is not part of a library. */
  findPath(row: FileLocation): Promise<NativePath | undefined>;
  /** Deletes books whose content is in no file. */
  remove(ids: readonly string[]): Promise<unknown>;
}

export class Displaced {
  readonly #deps: Dependencies;
  /** Books whose paths contain other content, until a file continues them. */
  readonly #ids = new Set<string>();
  #waiting = 0;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  has(id: string | undefined): boolean {
    return id !== undefined && this.#ids.has(id);
  }

  /** Finds known files with other content than their books. */
  async note(candidates: readonly Candidate[], known: ReadonlyMap<string, SameContent>): Promise<void> {
    const changed = candidates.flatMap(({ file }) => {
      const row = known.get(file.knownId ?? '');
      return row && isReplaced(file, row) ? [{ file, row }] : [];
    });
    if (changed.length === 0 || this.#waiting + changed.length > maxWaiting) return;
    const stored = await this.#deps.books.listContents(changed.map(({ row }) => row.id));
    const contents = new Map(stored.map(({ bookId, content }) => [bookId, content]));
    for (const { file, row } of changed) {
      const former = contents.get(row.id);
      const isVersion =
        former &&
        file.reading.content &&
        isVersionOf(decodeContent(former), decodeContent(file.reading.content));
      if (isVersion) continue;
      this.#ids.add(row.id);
      this.#waiting++;
    }
  }

  /** Whether the file of a book with the same content may have been replaced, so that it must be read first. */
  async mayFree(row: SameContent): Promise<boolean> {
    if (this.has(row.id)) return true;
    if (this.#waiting >= maxWaiting) return false;
    const path = await this.#deps.findPath(row);
    if (path === undefined) return false;
    const now = await stat(path).catch(() => undefined);
    const isChanged =
      now !== undefined &&
      (now.size !== row.fileSize || Math.round(now.mtimeMs * 1000) !== row.fileModifiedUs);
    if (isChanged) this.#waiting++;
    return isChanged;
  }

  /** Deletes the books that no file continues and whose paths other books get. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#deps.remove(ids);
    this.settle(ids);
  }

  /** The books have files again, or are deleted. */
  settle(ids: readonly string[]): void {
    for (const id of ids) this.#ids.delete(id);
  }
}

/** Whether a readable book replaced another one. Metadata, names and times do not count. */
function isReplaced({ reading }: ReadFile, row: SameContent): boolean {
  if (!reading.isReadable || row.fileHash === '' || isSameFile(reading, row)) return false;
  return row.pageHash === null || row.pageHash !== reading.pageHash;
}

type Content = Parameters<typeof findVersionShare>[0];

const isVersionOf = (a: Content | undefined, b: Content | undefined): boolean =>
  a !== undefined && b !== undefined && findVersionShare(a, b) !== undefined;
