// The home page: shelves that the user can order and hide. Empty shelves are not shown.
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { libraries } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { loadable } from '../../ui/loadable.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { EmptyLibrary, LibraryHead, ScanProgress } from '../libraries/index.tsx';
import { Unreachable } from '../offline/index.tsx';
import { NewReleases } from '../releases/index.tsx';
import { NoBooks, NoLibrary, NoShelf } from './empty-home.tsx';
import { LibrarySelect } from './library-select.tsx';
import { shelfOf } from './queries.ts';
import { Shelves } from './shelves.tsx';
import { useHome } from './use-home.ts';

const ShelfChoice = loadable(async () => (await import('./shelf-choice.tsx')).ShelfChoice);

export function HomePage() {
  const t = useTranslate();
  const { library } = useSearch({ from: '/signed-in/shell/' });
  const { data } = useQuery(libraries);
  const one = data?.data.find(({ id }) => id === library);
  return (
    <>
      {one ? (
        <LibraryHead library={one} tab="recommended" />
      ) : (
        <VisuallyHidden component="h1">{t('home.home')}</VisuallyHidden>
      )}
      <Home library={library} />
    </>
  );
}

function Home({ library }: { library: string | undefined }) {
  const t = useTranslate();
  const navigate = useNavigate({ from: '/' });
  const known = useQuery(libraries);
  const home = useHome();
  // Libraries can be cached while the server is unreachable, but recent books are not.
  const probe = useQuery(shelfOf('recent-books', library));
  const [isChoosing, { open, close }] = useDisclosure(false);
  if (probe.error instanceof TypeError && !probe.data)
    return <Unreachable onRetry={() => void Promise.all([known.refetch(), probe.refetch()])} />;
  if (known.error && !known.data)
    return <ErrorState error={known.error} onRetry={() => void known.refetch()} />;
  const all = known.data?.data ?? [];
  if (known.data && all.length === 0) return <NoLibrary />;
  const one = all.find(({ id }) => id === library);
  const isEmpty = known.data !== undefined && (one ? [one] : all).every(({ bookCount }) => bookCount === 0);
  const choose = (id: string) => void navigate({ search: id ? { library: id } : {} });
  return (
    <>
      <Group justify="space-between" mb="sm" wrap="nowrap" mih={36}>
        {all.length > 1 && !one ? (
          <LibrarySelect libraries={all} value={undefined} onChange={choose} />
        ) : (
          <span />
        )}
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconAdjustments size={18} />}
          onClick={open}
        >
          {t('home.shelves')}
        </Button>
      </Group>
      <ScanProgress libraries={one ? [one] : all} />
      {isEmpty && (one ? <EmptyLibrary library={one} /> : <NoBooks />)}
      {!isEmpty && home.plan.every(({ isHidden }) => isHidden) && <NoShelf onChoose={open} />}
      {!isEmpty && (
        <Shelves
          home={home}
          isKnown={home.isKnown && known.data !== undefined}
          libraryId={known.data ? one?.id : library}
        />
      )}
      {!isEmpty && !library && <NewReleases />}
      {isChoosing && <ShelfChoice home={home} onClose={close} />}
    </>
  );
}
