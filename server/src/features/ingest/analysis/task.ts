// Task that reads books again.
import { z } from 'zod';
import type { BookFiles, BookLocation } from '#features/libraries/books/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { defineTask, PermanentFailure } from '#infrastructure/tasks/define.ts';
import type { BookFolder, Importer } from '../pipeline/index.ts';
import { SeriesAssignment } from '../series-assignment/index.ts';
import type { ChangeDependencies } from './change-files.ts';
import { type AnalysisScope, scopeSchema, toSubject } from './scope.ts';

export interface AnalysisDependencies extends ChangeDependencies {
  books: BookFiles;
  importer: Importer;
}

const weekSeconds = 7 * 24 * 60 * 60;

export function defineAnalysisTask({ books, libraries, importer, describe, onRead }: AnalysisDependencies) {
  return defineTask<AnalysisScope & { force: boolean }>({
    type: 'analysis.read',
    payload: scopeSchema.extend({ force: z.boolean() }),
    key: ({ column, id, force }) => `${column}:${id}:${force}`,
    subject: toSubject,
    priority: 50,
    attempts: 20,
    timeoutSeconds: weekSeconds,
    async run({ params, signal, progress }) {
      const library = await libraries.findLibrary(params.libraryId);
      if (!library) throw new PermanentFailure(reason('library_removed'));
      const wanted = { column: params.column, id: params.id, all: params.force };
      const total = await books.countToRead(wanted);
      let done = 0;
      progress(done, total);
      const seriesIds = await importer.reread({
        library,
        assignment: new SeriesAssignment(library),
        folders: toFolders(books.listToRead(wanted), library.id),
        signal,
        onProgress(files) {
          done += files;
          progress(done, total);
        },
      });
      signal.throwIfAborted();
      await describe(library, [...seriesIds]);
      await libraries.recount(library.id);
      await onRead(library.id);
      return { read: done };
    },
  });
}

/** Groups books that are still in the library by folder. */
async function* toFolders(parts: AsyncIterable<readonly BookLocation[]>, libraryId: string) {
  for await (const part of parts) {
    const books = part.filter((book) => book.libraryId === libraryId);
    const folders = Map.groupBy(books, ({ rootId, folder }) => `${rootId}/${folder}`);
    yield [...folders.values()].flatMap((group): BookFolder[] => {
      const [first] = group;
      return first ? [{ rootId: first.rootId, folder: first.folder, books: group }] : [];
    });
  }
}
