// The page of a name, or the list of all names of its kind.
import { nameKinds, nameNouns } from '@lectern/contract/libraries/name-kinds';
import { useLocation, useSearch } from '@tanstack/react-router';
import { NameList } from './name-list.tsx';
import { NamePage } from './name-page.tsx';

export function NamesPage() {
  const { pathname } = useLocation();
  const { name, library, show } = useSearch({ strict: false });
  const kind = nameKinds.find((one) => pathname.endsWith(`/${nameNouns[one]}`)) ?? 'author';
  return name === undefined ? (
    <NameList key={kind} kind={kind} libraryId={library} />
  ) : (
    <NamePage key={`${kind} ${name}`} kind={kind} name={name} show={show} />
  );
}
