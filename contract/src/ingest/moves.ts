// Moving and renaming book files within and between libraries. Books keep their ids and data.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { id, idParams, storable } from '../fields.ts';
import { maxFormats } from '../libraries/book-files.ts';
import { json, routes } from '../route.ts';

const root = z.int().min(0).max(999).meta({ description: 'Zero-based index of the library folder.' });

const filePlace = z
  .object({
    libraryId: id,
    root,
    folder: z
      .string()
      .meta({ description: 'Path relative to the library folder. Empty for the library folder itself.' }),
    name: z.string(),
  })
  .meta({ id: 'FilePlace' });
export type FilePlace = z.infer<typeof filePlace>;

export const movedBookSchema = z
  .object({
    bookId: id,
    entryId: id.meta({ description: 'Id of the entry that the format belongs to.' }),
    title: z.string(),
    from: filePlace,
    to: filePlace.nullable().meta({
      description: 'Target location. Null if it is invalid; equal to `from` if the file is not moved.',
    }),
    files: z.array(z.object({ from: z.string(), to: z.string() })).meta({
      description:
        'All moved files: the book, other volumes of its archive, and metadata files that belong only to the moved formats.',
    }),
    problem: reasonSchema
      .nullable()
      .meta({ description: 'Reason why the book cannot be moved. Null if it can.' }),
  })
  .meta({ id: 'MovedBook' });
export type MovedBook = z.infer<typeof movedBookSchema>;

const target = {
  libraryId: id.optional().meta({ description: 'Target library. The current library if omitted.' }),
  root: root.optional().meta({
    description:
      'Zero-based index of the target library folder. If omitted, the current folder, or the first one of another library.',
  }),
  folder: storable(z.string().max(1_000)).optional().meta({
    description:
      'Target path relative to the library folder. Created if missing; empty for the library folder itself. The current path if omitted.',
  }),
};
const bookTarget = z.object({
  ...target,
  name: storable(z.string().min(1).max(255)).optional().meta({
    description:
      'New file name with the current extension. Other formats with the same name are renamed too.',
  }),
  formats: z
    .array(
      z.object({
        bookId: id,
        root,
        folder: storable(z.string().max(1_000)),
        name: storable(z.string().min(1).max(255)),
      }),
    )
    .max(maxFormats)
    .optional()
    .meta({
      description:
        'Target folders of other formats. Formats that are not listed are moved to the folder of the file, or keep their relative path below it.',
    }),
});
const seriesTarget = z.object(target);
const confirmation = {
  acceptsOtherReaders: z.boolean().default(false).meta({
    description: 'Whether to move books that more users can see afterwards. False by default.',
  }),
};

const movedSchema = z.object({
  folder: z.string().meta({
    description: 'Folder of the series, which is moved with its subfolders.',
  }),
  books: z.array(movedBookSchema),
});
const answers = { 200: json(movedSchema) };
const previewed = {
  200: json(
    movedSchema.extend({
      warning: reasonSchema.nullable().meta({
        description: 'Reason why the move needs `acceptsOtherReaders`. Null if it does not.',
      }),
    }),
  ),
};

const whole =
  'Returns 403 unless both libraries allow file changes (`allowFileChanges`). Existing files are never overwritten. Progress, notes, lists, metadata changes and covers are kept. All formats of a book are moved, or none. Returns 409 with the reason `move_readers_grow` without `acceptsOtherReaders` if more users can see a book afterwards, because its new series or library has other limits.';

export const moves = routes('Moves', 'Moving and renaming book files.', {
  previewBook: {
    method: 'POST',
    path: '/api/v1/books/{id}/move/preview',
    summary: 'Preview moving a book',
    description:
      'Returns the target paths, possible problems, and whether the move needs a confirmation. Nothing is moved.',
    access: 'files:manage',
    params: idParams,
    body: bookTarget,
    answers: previewed,
  },
  moveBook: {
    method: 'POST',
    path: '/api/v1/books/{id}/move',
    summary: 'Move or rename a book',
    description: `${whole} Returns 409 if the book cannot be moved.`,
    access: 'files:manage',
    params: idParams,
    body: bookTarget.extend(confirmation),
    answers,
    errors: ['conflict', 'insufficient_storage'],
  },
  previewSeries: {
    method: 'POST',
    path: '/api/v1/series/{id}/move/preview',
    summary: 'Preview moving a series',
    description: 'Returns the target paths and possible problems of each book. Nothing is moved.',
    access: 'files:manage',
    params: idParams,
    body: seriesTarget,
    answers: previewed,
  },
  moveSeries: {
    method: 'POST',
    path: '/api/v1/series/{id}/move',
    summary: 'Move or rename a series',
    description: `Moves the files of all books, or renames the folder. ${whole} Subfolders of the series are kept. Books that cannot be moved have a \`problem\` in the response; returns 409 if no book can be moved.`,
    access: 'files:manage',
    params: idParams,
    body: seriesTarget.extend(confirmation),
    answers,
    errors: ['conflict', 'insufficient_storage'],
  },
});
