// Files of books are moved and renamed within and between libraries; the books stay what they are.
import { z } from 'zod';
import { maxFormats } from './book-files.ts';
import { reasonSchema } from './errors.ts';
import { id, idParams, storable } from './fields.ts';
import { json, routes } from './route.ts';

const root = z.int().min(0).max(999).meta({ description: 'Which folder of the library, counted from 0.' });

const filePlace = z
  .object({
    libraryId: id,
    root,
    folder: z.string().meta({ description: 'Below the folder of the library; empty for itself.' }),
    name: z.string(),
  })
  .meta({ id: 'FilePlace' });
export type FilePlace = z.infer<typeof filePlace>;

export const movedBookSchema = z
  .object({
    bookId: id,
    entryId: id.meta({ description: 'The book of which it is a format; its own id where lists show it.' }),
    title: z.string(),
    from: filePlace,
    to: filePlace
      .nullable()
      .meta({ description: 'Null where the place is none; as `from` for a format that stays.' }),
    files: z.array(z.object({ from: z.string(), to: z.string() })).meta({
      description:
        'Every file that goes: the book, other volumes of its archive, metadata files that are its alone or of all formats that go.',
    }),
    problem: reasonSchema.nullable().meta({ description: 'Why it stays where it is.' }),
  })
  .meta({ id: 'MovedBook' });
export type MovedBook = z.infer<typeof movedBookSchema>;

const target = {
  libraryId: id.optional().meta({ description: 'The library that it goes to; its own if left out.' }),
  root: root
    .optional()
    .meta({ description: 'Which folder of that library, from 0; the present or the first one if left out.' }),
  folder: storable(z.string().max(1_000)).optional().meta({
    description:
      'The folder below it, made where it is not there; empty for itself; the present one if left out.',
  }),
};
const bookTarget = z.object({
  ...target,
  name: storable(z.string().min(1).max(255)).optional().meta({
    description:
      'The new name of the file, with the extension that it has. Other formats of the book that are called as it is get the name, too.',
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
        'Where other formats of the book go in that library; those left out go beside the file, or stay as far below it as they are.',
    }),
});
const seriesTarget = z.object(target);

const answers = {
  200: json(
    z.object({
      folder: z.string().meta({
        description: 'Where the files lie: the folder of the series, which goes with what lies below it.',
      }),
      books: z.array(movedBookSchema),
    }),
  ),
};

const whole =
  'Both libraries have to allow it (`allowFileChanges`), else 403. Nothing is overwritten. Progress, notes, lists, edits and covers stay. Every format of a book goes with it, or none does.';

export const moves = routes('Moves', 'Files of books are moved and renamed.', {
  previewBook: {
    method: 'POST',
    path: '/api/v1/books/{id}/move/preview',
    summary: 'Where the files of a book would go',
    description: 'Moves nothing; `problem` says what stands against it.',
    access: 'files:manage',
    params: idParams,
    body: bookTarget,
    answers,
  },
  moveBook: {
    method: 'POST',
    path: '/api/v1/books/{id}/move',
    summary: 'Move or rename the file of a book',
    description: `${whole} 409 when it cannot be moved there.`,
    access: 'files:manage',
    params: idParams,
    body: bookTarget,
    answers,
    errors: ['conflict', 'insufficient_storage'],
  },
  previewSeries: {
    method: 'POST',
    path: '/api/v1/series/{id}/move/preview',
    summary: 'Where the files of a series would go',
    description: 'Moves nothing; `problem` says of each book what stands against it.',
    access: 'files:manage',
    params: idParams,
    body: seriesTarget,
    answers,
  },
  moveSeries: {
    method: 'POST',
    path: '/api/v1/series/{id}/move',
    summary: 'Move the files of all books of a series, or rename its folder',
    description: `${whole} Folders within the series stay as they are. Books that cannot be moved are named by their \`problem\`; 409 when none can.`,
    access: 'files:manage',
    params: idParams,
    body: seriesTarget,
    answers,
    errors: ['conflict', 'insufficient_storage'],
  },
});
