// Words of duplicates.
export const en = {
  title: 'Duplicates',
  about:
    'Lectern never deletes a file. Decide which to keep, delete the other one in its folder, and scan: reading places stay with the book.',
  books: 'Same files',
  series: 'Series that may be one',
  kind: 'What is doubled',
  noBooks: 'No file is there twice',
  noSeries: 'No series looks like another',
  copies: '{count, plural, one {# copy} other {# copies}} of {size}',
  wasted: '{size} could be free',
  sameTitle: 'Same title',
  sameId: 'Same id {key}',
  oldest: 'There longest',
  path: 'Where the file is',
  added: 'Added {when}',
  pages: '{count, plural, one {# page} other {# pages}}',
  bookCount: '{count, plural, one {# book} other {# books}}',
  read: 'You are reading it',
  compare: 'Copies of {name}',
} as const;
