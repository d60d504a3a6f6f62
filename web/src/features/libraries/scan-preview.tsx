// What a scan of the chosen folder would find, before anything is saved.
import { Card, List, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { scanPreview } from '../../api/queries.ts';
import { toMessage } from '../../ui/states.tsx';
import type { SeriesStrategy } from './strategies.ts';

const mostShown = 8;

export function ScanPreview({ path, strategy }: { path: string; strategy: SeriesStrategy }) {
  const { data, error, isPending } = useQuery(scanPreview(path, strategy));
  return (
    <Card withBorder padding="sm" aria-live="polite">
      {isPending && !error && <Loader size="sm" aria-label="Looking into the folder" />}
      {error && <Text c="red">{toMessage(error)}</Text>}
      {data && (
        <>
          <Text fw={600} size="sm">
            {data.totalFiles === 0
              ? 'No books in here'
              : `${count(data.totalFiles, 'book')} in ${count(data.detectedSeries.length, 'series', 'series')}`}
          </Text>
          <List size="sm" spacing={2} mt={4}>
            {data.detectedSeries.slice(0, mostShown).map(({ name, path: at, bookCount }) => (
              <List.Item key={`${name} ${at}`}>
                {name}{' '}
                <Text span c="dimmed">
                  {count(bookCount, 'book')}
                </Text>
              </List.Item>
            ))}
          </List>
          {data.detectedSeries.length > mostShown && (
            <Text size="sm" c="dimmed">{`and ${data.detectedSeries.length - mostShown} more`}</Text>
          )}
        </>
      )}
    </Card>
  );
}

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`;
