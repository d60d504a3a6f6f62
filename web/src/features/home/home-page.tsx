// What one would go on with, and what is new. Shelves without anything on them are not shown.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bookShelf, libraries, me, seriesShelf } from '../../api/queries.ts';
import { Nothing, Waiting } from '../../ui/states.tsx';
import { BookCard } from '../books/index.tsx';
import { ScanProgress } from '../libraries/index.tsx';
import { SeriesCard } from '../series/index.tsx';
import { Shelf } from './shelf.tsx';

export function HomePage() {
  const known = useQuery(libraries);
  const { data: user } = useQuery(me);
  if (known.isPending) return <Waiting of="the home page" />;
  const all = known.data?.data ?? [];
  if (all.length === 0) {
    const mayAdd = user?.permissions.includes('libraries:write');
    return (
      <Nothing title="No library yet">
        <Text c="dimmed">
          {mayAdd
            ? 'Say where your books are, and they are here in a moment.'
            : 'An administrator has to add one.'}
        </Text>
        {mayAdd && (
          <Button component={Link} to="/libraries/new">
            Add a library
          </Button>
        )}
      </Nothing>
    );
  }
  return (
    <>
      <ScanProgress libraries={all} />
      <BookShelf title="Keep reading" shelf="in-progress" />
      <BookShelf title="On deck" shelf="on-deck" />
      <BookShelf title="Recently added books" shelf="recently-added" />
      <SeriesShelf title="Recently added series" shelf="recently-added" />
      <SeriesShelf title="Recently updated series" shelf="recently-updated" />
      <BookShelf title="Recently read" shelf="recently-read" />
    </>
  );
}

function BookShelf({ title, shelf }: { title: string; shelf: Parameters<typeof bookShelf>[0] }) {
  const { data, isPending } = useQuery(bookShelf(shelf));
  return (
    <Shelf title={title} isPending={isPending} isEmpty={data?.data.length === 0}>
      {data?.data.map((book) => (
        <BookCard key={book.id} book={book} />
      ))}
    </Shelf>
  );
}

function SeriesShelf({ title, shelf }: { title: string; shelf: Parameters<typeof seriesShelf>[0] }) {
  const { data, isPending } = useQuery(seriesShelf(shelf));
  return (
    <Shelf title={title} isPending={isPending} isEmpty={data?.data.length === 0}>
      {data?.data.map((series) => (
        <SeriesCard key={series.id} series={series} />
      ))}
    </Shelf>
  );
}
