// All collections, or those of a library.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { libraries } from '../../api/queries.ts';
import { LibraryHead } from '../libraries/index.tsx';
import { ListsPage } from '../lists/index.tsx';

export function CollectionsPage() {
  const { library } = useSearch({ from: '/signed-in/shell/collections' });
  const { data } = useQuery(libraries);
  const one = data?.data.find(({ id }) => id === library);
  return (
    <>
      {one && <LibraryHead library={one} tab="collections" />}
      <ListsPage kind="collections" libraryId={one?.id} />
    </>
  );
}
