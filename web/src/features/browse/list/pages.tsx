// The pages with all series and with all books.
import { useSearch } from '@tanstack/react-router';
import { Browse } from './browse.tsx';

export function SeriesListPage() {
  return <Browse target="series" search={useSearch({ from: '/signed-in/shell/series' })} />;
}

export function BookListPage() {
  return <Browse target="books" search={useSearch({ from: '/signed-in/shell/books' })} />;
}
