// One series: what it is, where one is in it, and its books.
import { Badge, Button, Group, SimpleGrid, Spoiler, Stack, Text, Title } from '@mantine/core';
import { IconBook, IconCheck, IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call, toThumbnailUrl } from '../../api/call.ts';
import { booksOfSeries, oneSeries, seriesMetadata } from '../../api/queries.ts';
import { Cover } from '../../ui/cover.tsx';
import classes from '../../ui/hero.module.css';
import { ButtonLink } from '../../ui/links.tsx';
import { Fault, Waiting } from '../../ui/states.tsx';
import { BookCard } from '../books/index.tsx';

export function SeriesPage() {
  const { id } = useParams({ from: '/signed-in/shell/series/$id' });
  const queries = useQueryClient();
  const found = useQuery(oneSeries(id));
  const { data: metadata } = useQuery(seriesMetadata(id));
  const books = useInfiniteQuery(booksOfSeries(id));
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['series'] }),
      queries.invalidateQueries({ queryKey: ['books'] }),
    ]);
  const want = useMutation({
    mutationFn: (isWanted: boolean) =>
      isWanted
        ? call('POST /api/v1/want-to-read/series/{id}', { params: { id } })
        : call('DELETE /api/v1/want-to-read/series/{id}', { params: { id } }),
    onSuccess: refresh,
  });
  const mark = useMutation({
    mutationFn: (isRead: boolean) =>
      isRead
        ? call('POST /api/v1/series/{id}/read', { params: { id } })
        : call('POST /api/v1/series/{id}/unread', { params: { id } }),
    onSuccess: refresh,
  });
  if (found.error) return <Fault error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Waiting of="the series" />;
  const series = found.data;
  const all = books.data?.pages.flatMap(({ data }) => data) ?? [];
  const next =
    all.find(({ readProgress }) => readProgress && !readProgress.completed) ??
    all.find(({ readProgress }) => !readProgress);
  const isRead = series.unreadCount === 0;
  return (
    <Stack gap="xl">
      <div className={classes.hero}>
        <div className={classes.cover}>
          <Cover src={toThumbnailUrl('series', series)} title={series.title} />
        </div>
        <Stack gap="sm" miw={0}>
          <Title order={1} size="h2">
            {series.title}
          </Title>
          <Text c="dimmed">
            {[
              series.year,
              series.publisher,
              `${series.bookCount} ${series.bookCount === 1 ? 'book' : 'books'}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Group gap="xs">
            {next && (
              <ButtonLink to="/books/$id/read" params={{ id: next.id }} leftSection={<IconBook size={18} />}>
                {next.readProgress
                  ? `Continue ${next.title}, page ${next.readProgress.currentPage}`
                  : `Read ${next.title}`}
              </ButtonLink>
            )}
            <Button
              variant="default"
              leftSection={<IconCheck size={18} />}
              loading={mark.isPending}
              onClick={() => mark.mutate(!isRead)}
            >
              {isRead ? 'Mark unread' : 'Mark read'}
            </Button>
            <Button
              variant="default"
              aria-pressed={series.wantToRead}
              leftSection={series.wantToRead ? <IconHeartFilled size={18} /> : <IconHeart size={18} />}
              onClick={() => want.mutate(!series.wantToRead)}
            >
              Want to read
            </Button>
          </Group>
          {series.summary && (
            <Spoiler maxHeight={96} showLabel="More" hideLabel="Less">
              <Text style={{ whiteSpace: 'pre-line' }}>{series.summary}</Text>
            </Spoiler>
          )}
          <Group gap={6}>
            {[...(metadata?.genres ?? []), ...(metadata?.tags ?? [])].map((word) => (
              <Badge key={word} variant="light" tt="none">
                {word}
              </Badge>
            ))}
          </Group>
          {(metadata?.authors.length ?? 0) > 0 && (
            <Text size="sm" c="dimmed">
              {metadata?.authors.map(({ name, role }) => `${name} (${role})`).join(', ')}
            </Text>
          )}
        </Stack>
      </div>
      <section aria-label="Books">
        <SimpleGrid cols={{ base: 3, xs: 4, md: 6, xl: 8 }} spacing="sm">
          {all.map((book) => (
            <BookCard key={book.id} book={book} />
          ))}
        </SimpleGrid>
        {books.hasNextPage && (
          <Button
            variant="light"
            mt="md"
            fullWidth
            loading={books.isFetchingNextPage}
            onClick={() => void books.fetchNextPage()}
          >
            More books
          </Button>
        )}
      </section>
    </Stack>
  );
}
