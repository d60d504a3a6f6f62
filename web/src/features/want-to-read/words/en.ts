// Words about what somebody wants to read.
export const en = {
  want: 'Want to read',
  wanted: '{title} is on your list to read',
  unwanted: '{title} is off your list to read',
  series: 'Series',
  books: 'Books',
  nothing: 'Nothing waits to be read',
  nothingHint: 'On the page of a series or a book, the heart puts it here.',
  browse: 'Browse all series',
} as const;
