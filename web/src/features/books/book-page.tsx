// One book: what it is, how far it was read, and its file.
import { Badge, Breadcrumbs, Button, Group, Spoiler, Stack, Text, Title } from '@mantine/core';
import { IconBook, IconCheck, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call, toThumbnailUrl, toUrl } from '../../api/call.ts';
import { oneBook } from '../../api/queries.ts';
import { Cover } from '../../ui/cover.tsx';
import classes from '../../ui/hero.module.css';
import { AnchorLink, ButtonLink } from '../../ui/links.tsx';
import { Fault, Waiting } from '../../ui/states.tsx';
import { KeepBook } from '../offline/index.tsx';

const toSize = (bytes: number) =>
  bytes >= 1e6 ? `${(bytes / 1024 ** 2).toFixed(1)} MiB` : `${Math.max(1, Math.round(bytes / 1024))} KiB`;

export function BookPage() {
  const { id } = useParams({ from: '/signed-in/shell/books/$id' });
  const queries = useQueryClient();
  const found = useQuery(oneBook(id));
  const mark = useMutation({
    mutationFn: (isRead: boolean) =>
      isRead
        ? call('POST /api/v1/books/{id}/read', { params: { id } })
        : call('POST /api/v1/books/{id}/unread', { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['books'] }),
  });
  if (found.error) return <Fault error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Waiting of="the book" />;
  const { book, metadata } = found.data;
  const { readProgress, pageCount, seriesId, seriesName, title, fileFormat, fileSize } = book;
  const isRead = readProgress?.completed ?? false;
  const isBegun = readProgress && !isRead;
  return (
    <Stack gap="md">
      <Breadcrumbs>
        <AnchorLink to="/series" search={{ library: book.libraryId }}>
          {book.libraryName}
        </AnchorLink>
        <AnchorLink to="/series/$id" params={{ id: seriesId }}>
          {seriesName}
        </AnchorLink>
      </Breadcrumbs>
      <div className={classes.hero}>
        <div className={classes.cover}>
          <Cover
            src={toThumbnailUrl('books', book)}
            title={title}
            isRead={isRead}
            progress={readProgress?.progressPercentage ?? null}
          />
        </div>
        <Stack gap="sm" miw={0}>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed">
            {[
              metadata?.releaseDate,
              metadata?.publisher,
              `${pageCount} pages`,
              fileFormat.toUpperCase(),
              toSize(fileSize),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {book.analysisError && <Text c="red">{`It could not be read: ${book.analysisError}`}</Text>}
          <Group gap="xs">
            <ButtonLink
              to="/books/$id/read"
              params={{ id }}
              leftSection={<IconBook size={18} />}
              disabled={pageCount === 0}
            >
              {isBegun ? `Continue on page ${readProgress.currentPage}` : isRead ? 'Read again' : 'Read'}
            </ButtonLink>
            <Button
              variant="default"
              leftSection={<IconCheck size={18} />}
              loading={mark.isPending}
              onClick={() => mark.mutate(!isRead)}
            >
              {isRead ? 'Mark unread' : 'Mark read'}
            </Button>
            <Button
              component="a"
              variant="default"
              leftSection={<IconDownload size={18} />}
              href={toUrl(`api/v1/books/${id}/file`)}
              download
            >
              Download
            </Button>
            <KeepBook book={book} />
          </Group>
          {metadata?.summary && (
            <Spoiler maxHeight={120} showLabel="More" hideLabel="Less">
              <Text style={{ whiteSpace: 'pre-line' }}>{metadata.summary}</Text>
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
    </Stack>
  );
}
