// Duplicates side by side, with the properties that distinguish them.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Badge, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toThumbnailUrl } from '../../../api/call.ts';
import type { Output } from '../../../api/routes.ts';
import { useFormat } from '../../../i18n/format.ts';
import { toFormatName } from '../../../i18n/format-name.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Cover } from '../../../ui/cards/cover.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { CopyField } from '../../../ui/manage/copy.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';

type BookGroup = Output<'GET /api/v1/duplicates'>['data'][number];
type SeriesGroup = Output<'GET /api/v1/duplicates/series'>['data'][number];

const coverWidth = 72;

export function DuplicateBooks({ group: { books, count, fileSize, wastedBytes } }: { group: BookGroup }) {
  const t = useTranslate();
  const format = useFormat();
  const name = books[0]?.title ?? '';
  return (
    <PageSection
      title={t('administration.duplicates.compare', { name })}
      text={`${t('administration.duplicates.copies', { count, size: format.size(fileSize) })} · ${t(
        'administration.duplicates.wasted',
        {
          size: format.size(wastedBytes),
        },
      )}`}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <BookCopies books={books} />
      </SimpleGrid>
    </PageSection>
  );
}

/** The first is the oldest. */
export function BookCopies({ books }: { books: readonly BookDto[] }) {
  const t = useTranslate();
  return (
    <>
      {books.map((book, index) => (
        <Copy
          key={book.id}
          noun="books"
          of={book}
          facts={[
            book.libraryName,
            book.seriesName,
            toFormatName(book.fileFormat, t),
            t('administration.duplicates.pages', { count: book.pageCount }),
          ]}
          badges={
            <Group gap="xs">
              {index === 0 && <Badge variant="light">{t('administration.duplicates.oldest')}</Badge>}
              {book.readProgress && (
                <Badge variant="light" color="blue">
                  {t('administration.duplicates.read')}
                </Badge>
              )}
            </Group>
          }
        >
          <CopyField label={t('administration.duplicates.path')} value={book.path} isLong />
        </Copy>
      ))}
    </>
  );
}

export function DuplicateSeries({ group: { series, reason, key } }: { group: SeriesGroup }) {
  const t = useTranslate();
  return (
    <PageSection
      title={t('administration.duplicates.compare', { name: series[0]?.title ?? '' })}
      text={
        reason === 'title'
          ? t('administration.duplicates.sameTitle')
          : t('administration.duplicates.sameId', { key })
      }
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {series.map((one) => (
          <Copy
            key={one.id}
            noun="series"
            of={one}
            facts={[
              one.libraryName,
              one.year,
              one.publisher,
              t('administration.duplicates.bookCount', { count: one.bookCount }),
            ]}
          />
        ))}
      </SimpleGrid>
    </PageSection>
  );
}

interface CopyProps {
  noun: 'books' | 'series';
  of: { id: string; title: string; createdAt: string; coverVersion: string; thumbHash: string | null };
  facts: readonly (string | number | null)[];
  badges?: ReactNode;
  children?: ReactNode;
}

function Copy({ noun, of, facts, badges, children }: CopyProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Card withBorder padding="sm">
      <Group align="flex-start" wrap="nowrap">
        <div style={{ width: coverWidth, flex: 'none' }}>
          <Cover src={toThumbnailUrl(noun, of)} title={of.title} thumbHash={of.thumbHash} />
        </div>
        <Stack gap={4} miw={0} flex={1}>
          <AnchorLink to={noun === 'books' ? '/books/$id' : '/series/$id'} params={{ id: of.id }}>
            {of.title}
          </AnchorLink>
          <Text size="sm" c="dimmed">
            {facts.filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('administration.duplicates.added', { when: format.ago(of.createdAt) })}
          </Text>
          {badges}
        </Stack>
      </Group>
      {children}
    </Card>
  );
}
