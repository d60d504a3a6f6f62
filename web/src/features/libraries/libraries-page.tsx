// The libraries and links to their contents, for phones, which have a short menu.
import { hashToHue } from '@lectern/contract/serving/title-hue';
import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconBook2, IconBooks, IconFolders, IconHeart, IconListNumbers } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, toThumbnailUrl } from '../../api/call.ts';
import { libraries } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Cover } from '../../ui/cards/cover.tsx';
import { toTintStyle } from '../../ui/covers/tint.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import classes from './libraries-page.module.css';
import { useMenuHandlers } from './menu/use-menu-handlers.ts';
import { LibraryIcon } from './place/library-icon.tsx';
import { useLastTabs } from './place/tabs.ts';

/** Chroma of the card color. The hue differs for each library. */
const chroma = 0.09;

export function LibrariesPage() {
  const t = useTranslate();
  const found = useQuery(libraries);
  const { toLink } = useLastTabs();
  const menu = useMenuHandlers();
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        {t('libraries.title')}
      </Title>
      {found.error && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState of={t('libraries.title')} />}
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" className={classes.list ?? ''}>
        {found.data?.data.map((library) => (
          <li key={library.id}>
            <Link
              {...toLink(library.id)}
              {...menu(library.id)}
              className={classes.library}
              style={toTintStyle({ hue: hashToHue(library.name), chroma })}
            >
              <LibraryIcon library={library} size={28} />
              <span className={classes.words}>
                <Text component="span" className={classes.name}>
                  {library.name}
                </Text>
                <Text component="span" size="sm" display="block">
                  {t('libraries.seriesCount', { count: library.seriesCount })} ·{' '}
                  {t('libraries.books', { count: library.bookCount })}
                </Text>
              </span>
              <Newest libraryId={library.id} />
            </Link>
          </li>
        ))}
      </SimpleGrid>
      {!found.isPending && (
        <>
          <Actions />
          <Across />
        </>
      )}
    </Stack>
  );
}

function Actions() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const mayAdd = hasPermission('libraries:write');
  const mayUpload = hasPermission('files:upload');
  if (!mayAdd && !mayUpload) return null;
  return (
    <Group gap="xs">
      {mayAdd && (
        <ButtonLink to="/libraries/new" variant="default">
          {t('libraries.add')}
        </ButtonLink>
      )}
      {mayUpload && (
        <ButtonLink to="/upload" variant="default">
          {t('libraries.upload')}
        </ButtonLink>
      )}
    </Group>
  );
}

/** Covers of the newest series. */
function Newest({ libraryId }: { libraryId: string }) {
  const { data } = useQuery(newestSeries(libraryId));
  return (
    <span className={classes.covers} aria-hidden="true">
      {data?.data.map((one) => (
        <Cover key={one.id} src={toThumbnailUrl('series', one)} title={one.title} thumbHash={one.thumbHash} />
      ))}
    </span>
  );
}

const newestSeries = (libraryId: string) =>
  queryOptions({
    queryKey: ['series', 'newest', libraryId],
    queryFn: ({ signal }) =>
      call('GET /api/v1/series/recently-added', { query: { libraryId, pageSize: 3 } }, { signal }),
  });

function Across() {
  const t = useTranslate();
  return (
    <section aria-label={t('libraries.across')}>
      <Title order={2} size="h4" mb="xs">
        {t('libraries.across')}
      </Title>
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3 }} spacing={4} className={classes.list ?? ''}>
        <Row to="/series" icon={<IconBooks size={22} />} label={t('libraries.allSeries')} />
        <Row to="/books" icon={<IconBook2 size={22} />} label={t('libraries.allBooks')} />
        <Row to="/want-to-read" icon={<IconHeart size={22} />} label={t('libraries.wantToRead')} />
        <Row to="/collections" icon={<IconFolders size={22} />} label={t('libraries.collections')} />
        <Row to="/readlists" icon={<IconListNumbers size={22} />} label={t('libraries.readLists')} />
      </SimpleGrid>
    </section>
  );
}

interface RowProps {
  to: '/series' | '/books' | '/want-to-read' | '/collections' | '/readlists';
  icon: ReactNode;
  label: string;
}

const Row = ({ to, icon, label }: RowProps) => (
  <li>
    <Link to={to} className={classes.row}>
      {icon}
      {label}
    </Link>
  </li>
);
