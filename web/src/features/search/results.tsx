// The first series or books of a search, with a link to all results.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { ActionIcon, Group, SimpleGrid, Skeleton, Text, Title, Tooltip } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { BookCard, isBook, SeriesCard } from '../books/index.tsx';
import { SavePreset } from '../presets/index.tsx';
import { hits } from './queries.ts';
import type { SearchParams } from './search.ts';

/** Maximum number per kind. */
export const shown = 12;
const placeholders = Array.from({ length: 4 }, (_, n) => n);

export function Results({ target, search }: { target: ConditionTarget; search: SearchParams }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(hits(target, search, shown));
  const [isSaving, setSaving] = useState(false);
  const title = t(`search.${target}`);
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed" aria-live="polite">
            {data
              ? t(target === 'series' ? 'search.seriesFound' : 'search.booksFound', { count: data.total })
              : '…'}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {data && data.total > 0 && (
            <ButtonLink
              to={target === 'series' ? '/series' : '/books'}
              search={search}
              variant="light"
              size="xs"
            >
              {t(target === 'series' ? 'search.allSeries' : 'search.allBooks')}
            </ButtonLink>
          )}
          <Tooltip label={t('search.save')}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={`${t('search.save')}: ${title}`}
              onClick={() => setSaving(true)}
            >
              <IconBookmarkPlus size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <SimpleGrid cols={{ base: 3, xs: 4 }} spacing="sm">
        {!data &&
          !error &&
          placeholders.map((n) => <Skeleton key={n} style={{ aspectRatio: '2 / 3', height: 'auto' }} />)}
        {data?.data.map((hit) =>
          isBook(hit) ? <BookCard key={hit.id} book={hit} /> : <SeriesCard key={hit.id} series={hit} />,
        )}
      </SimpleGrid>
      {isSaving && (
        <SavePreset presetQuery={{ scope: 'search', target, ...search }} onClose={() => setSaving(false)} />
      )}
    </section>
  );
}
