// Task that converts books one by one.
import { z } from 'zod';
import { reason } from '#infrastructure/errors.ts';
import { defineTask, PermanentFailure } from '#infrastructure/tasks/define.ts';
import { type ChangeDependencies, changeFiles, scopeSchema, toSubject } from '../analysis/index.ts';
import { type ConvertDependencies, convertBook } from './convert.ts';
import * as store from './store.ts';

export interface TaskDependencies extends ConvertDependencies, ChangeDependencies {}

const paramsSchema = scopeSchema.extend({ userId: z.uuid() });
export type ConvertParams = z.infer<typeof paramsSchema>;

const atOnce = 25;

export const defineConvertTask = (deps: TaskDependencies) =>
  defineTask<ConvertParams>({
    type: 'conversions.convert',
    payload: paramsSchema,
    key: ({ column, id }) => `${column}:${id}`,
    subject: toSubject,
    priority: 50,
    attempts: 20,
    timeoutSeconds: 7 * 24 * 60 * 60,
    async run(context) {
      const { params, signal } = context;
      const { db } = deps.database;
      const library = await deps.libraries.findLibrary(params.libraryId);
      if (!library) throw new PermanentFailure(reason('library_removed'));
      if (!library.allowFileChanges) throw new PermanentFailure(reason('file_changes_off'));
      const { changed, ...result } = await changeFiles(deps, context, {
        library,
        // Converted books are no longer counted by the query.
        count: async (done) => done + (await store.count(db, params)),
        async list(after) {
          const books = await store.listAfter(db, params, { after, limit: atOnce });
          return books.map((book) => ({
            cursor: book.id,
            owner: { bookId: book.id },
            async work(touched) {
              for (const id of await convertBook(deps, { library, book, userId: params.userId, signal }))
                touched.add(id);
              touched.add(book.seriesId);
              return true;
            },
          }));
        },
      });
      return { converted: changed, ...result };
    },
  });
