// Conversion of comics in RAR, 7z and tar archives to CBZ. Book ids and data are kept.

import { idParams } from '../fields.ts';
import { json, routes } from '../route.ts';
import { taskStartedSchema } from './analysis.ts';

const convert = {
  method: 'POST',
  description:
    'Starts a task that can be cancelled between two files. All pages and files of the archive are kept; the original is moved to the trash. Returns 403 if the library does not allow file changes (`allowFileChanges`), and 409 if no file can be converted.',
  access: 'files:manage',
  params: idParams,
  errors: ['conflict'],
  answers: { 202: json(taskStartedSchema) },
} as const;

export const conversions = routes('Conversions', 'Conversion of comics to CBZ.', {
  convertBook: {
    ...convert,
    path: '/api/v1/books/{id}/file/convert',
    summary: 'Convert a book to CBZ',
  },
  convertSeries: {
    ...convert,
    path: '/api/v1/series/{id}/files/convert',
    summary: 'Convert the books of a series to CBZ',
  },
  convertLibrary: {
    ...convert,
    path: '/api/v1/libraries/{id}/files/convert',
    summary: 'Convert the books of a library to CBZ',
  },
});
