// The page of a person, genre, tag, publisher or story arc: progress, related names, series and books.
import type { RelatedNames } from '@lectern/contract/libraries/facets';
import { nameKinds, nameNouns } from '@lectern/contract/libraries/name-kinds';
import { Breadcrumbs, Progress, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { WindowedGrid } from '../../ui/windowing/windowed-grid.tsx';
import { BookCard, SeriesCard } from '../books/index.tsx';
import { FactList, Names } from '../metadata/index.tsx';
import {
  booksOf,
  fetchBooks,
  fetchSeries,
  type Named,
  readCountOf,
  relatedNames,
  seriesOf,
} from './queries.ts';

interface Props extends Named {
  /** Chosen by the user. By default, series are shown if there are any. */
  show: 'series' | 'books' | undefined;
}

export function NamePage({ kind, name, show }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const named = { kind, name };
  const found = useQuery(relatedNames(named));
  const series = useQuery(seriesOf(named));
  const books = useQuery(booksOf(named));
  const read = useQuery(readCountOf(named));
  const error = found.error ?? series.error ?? books.error;
  if (error) return <ErrorState error={error} onRetry={() => void found.refetch()} />;
  const seriesCount = kind === 'storyArc' ? 0 : series.data?.total;
  const bookCount = books.data?.total;
  if (!found.data || seriesCount === undefined || bookCount === undefined || !read.isFetched)
    return <LoadingState of={name} />;
  const shown = seriesCount === 0 ? 'books' : bookCount === 0 ? 'series' : (show ?? 'series');
  return (
    <Stack gap="lg">
      <Breadcrumbs>
        <AnchorLink to={`/${nameNouns[kind]}`} lh={1.5}>
          {t(`names.all_${kind}`)}
        </AnchorLink>
        <Text c="dimmed" truncate maw="50vw" lh={1.5}>
          {found.data.name}
        </Text>
      </Breadcrumbs>
      <Head found={found.data} bookCount={bookCount} readCount={read.data ?? 0} />
      {seriesCount > 0 && bookCount > 0 && (
        <SegmentedControl
          aria-label={t('names.show')}
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          value={shown}
          onChange={(value) =>
            void navigate({
              to: `/${nameNouns[kind]}`,
              search: { name, show: value === 'books' ? 'books' : 'series' },
              replace: true,
            })
          }
          data={[
            { value: 'series', label: t('names.seriesCount', { count: seriesCount }) },
            { value: 'books', label: t('series.bookCount', { count: bookCount }) },
          ]}
        />
      )}
      {shown === 'series' ? (
        <WindowedGrid
          key="series"
          total={seriesCount}
          label={t('names.series')}
          queryKey={['series', 'named', kind, name]}
          ask={(page, signal) => fetchSeries(named, page, signal)}
          render={(one) => <SeriesCard series={one} />}
        />
      ) : (
        <WindowedGrid
          key="books"
          total={bookCount}
          label={t('series.page.books')}
          queryKey={['books', 'named', kind, name]}
          ask={(page, signal) => fetchBooks(named, page, signal)}
          render={(one) => <BookCard book={one} />}
        />
      )}
    </Stack>
  );
}

interface HeadProps {
  found: RelatedNames;
  bookCount: number;
  readCount: number;
}

function Head({ found: { kind, name, roles, related }, bookCount, readCount }: HeadProps) {
  const t = useTranslate();
  const format = useFormat();
  const words = [t(`names.one_${kind}`), ...roles.map((role) => t(`metadata.role_${role}`))];
  const progress = t('series.page.progress', {
    read: format.number(readCount),
    count: format.number(bookCount),
  });
  return (
    <Stack gap="sm">
      <div>
        <Title order={1} dir="auto">
          {name}
        </Title>
        <Text c="dimmed">{words.join(' · ')}</Text>
      </div>
      {bookCount > 0 && (
        <div>
          <Progress value={(readCount / bookCount) * 100} aria-label={progress} maw={420} />
          <Text c="dimmed" size="sm" mt={4}>
            {progress}
          </Text>
        </div>
      )}
      <FactList
        facts={nameKinds.map((one) => ({
          label: t(`names.related_${one}`),
          value: related[one].length > 0 && <Names field={one} names={related[one]} />,
        }))}
      />
    </Stack>
  );
}
