// The pages that `g` and another key open.
export const destinationKeys = [
  { key: 'h', path: '/', label: 'app.home' },
  { key: 's', path: '/series', label: 'app.allSeries' },
  { key: 'b', path: '/books', label: 'app.allBooks' },
  { key: 'w', path: '/want-to-read', label: 'app.wantToRead' },
  { key: 'c', path: '/collections', label: 'app.collections' },
  { key: 'l', path: '/readlists', label: 'app.readLists' },
  { key: 'n', path: '/notes', label: 'app.notes' },
] as const;
