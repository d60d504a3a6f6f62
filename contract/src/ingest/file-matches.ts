// Files that scans recognized as files of known books, so that user data follows them.
import { z } from 'zod';
import { id, idParams, time } from '../fields.ts';
import { json, routes } from '../route.ts';
import { fileMatchKinds } from '../values.ts';

const fileMatchSchema = z
  .object({
    id,
    kind: z.enum(fileMatchKinds).meta({
      description:
        '`same_file`: the file was moved or renamed. `same_pages`: the pages are equal, but names or metadata in the file differ. `similar_pages`: most pages are equal. `same_identifier`: a file in the same folder with the same number and the same ISBN or provider id replaced the file. `same_copy`: another file with the same content disappeared, and its user data was moved to this book.',
    }),
    formerPath: z.string().meta({ description: 'Path of the former file, relative to the library root.' }),
    path: z.string().meta({ description: 'Path of the matched file, relative to the library root.' }),
    share: z.number().min(0).max(1).nullable().meta({
      description: 'Share of the pages that both files contain, from 0 to 1. Null for other kinds.',
    }),
    matchedAt: time,
    undoneAt: time.nullable().meta({ description: 'Time of the undo. Null for a match in effect.' }),
    canUndo: z.boolean().meta({
      description:
        'Whether the match can be undone: it is the last one of the book and its book still exists.',
    }),
  })
  .meta({ id: 'FileMatch' });
export type FileMatch = z.infer<typeof fileMatchSchema>;

export const fileMatches = routes('File history', 'Files that scans recognized as files of known books.', {
  list: {
    method: 'GET',
    path: '/api/v1/books/{id}/file-history',
    summary: 'List the file history of a book',
    description:
      'Returns the automatic matches of the book, newest first: its file was moved, renamed or replaced, or a copy of it disappeared. Progress, lists and annotations followed the file.',
    access: 'books:write',
    params: idParams,
    answers: { 200: json(z.array(fileMatchSchema)) },
  },
  undo: {
    method: 'POST',
    path: '/api/v1/books/{id}/file-history/{matchId}/undo',
    summary: 'Undo an automatic match',
    description:
      'Separates the two books. The matched file becomes a new book with the user data recorded since the match. The former book keeps the earlier user data and waits for its file. For `same_copy`, the moved user data returns to the former book. Later scans do not repeat the match. Returns 409 if the match cannot be undone.',
    access: 'books:write',
    params: idParams.extend({ matchId: id }),
    answers: {
      200: json(z.object({ bookId: id.meta({ description: 'The book that now has the file.' }) })),
    },
    errors: ['conflict'],
  },
});
