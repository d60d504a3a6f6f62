// Words of reading files again.
export const en = {
  asked: 'The files will be read again',
  waits: 'Reading again begins in a moment',
  reads: 'Reading again',
  booksOf: '{done} of {total} books',
  done: '{count, plural, one {# book was read again} other {# books were read again}}',
  failed: 'The files could not be read again: {reason}',
  cancelled: 'Reading again was stopped',
} as const;
