// Comics in RAR, 7z and tar archives become cbz; the books stay what they are.
import { taskStartedSchema } from './analysis.ts';
import { idParams } from './fields.ts';
import { json, routes } from './route.ts';

const convert = {
  method: 'POST',
  description:
    'The library has to allow file changes (`allowFileChanges`), else 403. 409 when there is nothing to convert. Every page and file of the archive stays as it is; the original goes to the trash. A task, which can be cancelled between two files.',
  access: 'files:manage',
  params: idParams,
  errors: ['conflict'],
  answers: { 202: json(taskStartedSchema) },
} as const;

export const conversions = routes('Conversions', 'Comics are converted to cbz.', {
  convertBook: {
    ...convert,
    path: '/api/v1/books/{id}/file/convert',
    summary: 'Convert the file of a book to cbz',
  },
  convertSeries: {
    ...convert,
    path: '/api/v1/series/{id}/files/convert',
    summary: 'Convert the files of a series to cbz',
  },
  convertLibrary: {
    ...convert,
    path: '/api/v1/libraries/{id}/files/convert',
    summary: 'Convert the files of a library to cbz',
  },
});
