// Copies beside each other, with what tells them apart.
import { Badge, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { toThumbnailUrl } from '../../../api/call.ts';
import type { Output } from '../../../api/routes.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Cover } from '../../../ui/cover.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { CopyField } from '../../../ui/manage/copy.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { useText } from './words/index.ts';

type BookGroup = Output<'GET /api/v1/duplicates'>['data'][number];
type SeriesGroup = Output<'GET /api/v1/duplicates/series'>['data'][number];

const coverWidth = 72;

export function DoubledBooks({ group: { books, count, fileSize, wastedBytes } }: { group: BookGroup }) {
  const t = useText();
  const format = useFormat();
  const name = books[0]?.title ?? '';
  return (
    <Part
      title={t('compare', { name })}
      text={`${t('copies', { count, size: format.size(fileSize) })} · ${t('wasted', {
        size: format.size(wastedBytes),
      })}`}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {books.map((book, index) => (
          <Card key={book.id} withBorder padding="sm">
            <Group align="flex-start" wrap="nowrap">
              <div style={{ width: coverWidth, flex: 'none' }}>
                <Cover src={toThumbnailUrl('books', book)} title={book.title} />
              </div>
              <Stack gap={4} miw={0} flex={1}>
                <AnchorLink to="/books/$id" params={{ id: book.id }}>
                  {book.title}
                </AnchorLink>
                <Text size="sm" c="dimmed">
                  {[book.libraryName, book.seriesName, t('pages', { count: book.pageCount })].join(' · ')}
                </Text>
                <Text size="sm" c="dimmed">
                  {t('added', { when: format.ago(book.createdAt) })}
                </Text>
                <Group gap="xs">
                  {index === 0 && (
                    <Badge variant="light" tt="none">
                      {t('oldest')}
                    </Badge>
                  )}
                  {book.readProgress && (
                    <Badge variant="light" color="blue" tt="none">
                      {t('read')}
                    </Badge>
                  )}
                </Group>
              </Stack>
            </Group>
            <CopyField label={t('path')} value={book.path} isLong />
          </Card>
        ))}
      </SimpleGrid>
    </Part>
  );
}

export function DoubledSeries({ group: { series, reason, key } }: { group: SeriesGroup }) {
  const t = useText();
  const format = useFormat();
  return (
    <Part
      title={t('compare', { name: series[0]?.title ?? '' })}
      text={reason === 'title' ? t('sameTitle') : t('sameId', { key })}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {series.map((one) => (
          <Card key={one.id} withBorder padding="sm">
            <Group align="flex-start" wrap="nowrap">
              <div style={{ width: coverWidth, flex: 'none' }}>
                <Cover src={toThumbnailUrl('series', one)} title={one.title} />
              </div>
              <Stack gap={4} miw={0} flex={1}>
                <AnchorLink to="/series/$id" params={{ id: one.id }}>
                  {one.title}
                </AnchorLink>
                <Text size="sm" c="dimmed">
                  {[one.libraryName, one.year, one.publisher, t('bookCount', { count: one.bookCount })]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
                <Text size="sm" c="dimmed">
                  {t('added', { when: format.ago(one.createdAt) })}
                </Text>
              </Stack>
            </Group>
          </Card>
        ))}
      </SimpleGrid>
    </Part>
  );
}
