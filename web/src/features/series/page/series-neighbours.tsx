// Links to the previous and next series by title.
import { Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { adjacentSeries } from './queries.ts';

export function SeriesNeighbours({ id }: { id: string }) {
  const t = useTranslate();
  const { data } = useQuery(adjacentSeries(id));
  if (!data?.prev && !data?.next) return null;
  const { prev, next } = data;
  return (
    <nav aria-label={t('series.page.beside')}>
      <Group justify="space-between" wrap="nowrap">
        {prev ? (
          <ButtonLink
            to="/series/$id"
            params={{ id: prev.id }}
            variant="subtle"
            leftSection={<IconChevronLeft size={18} />}
            aria-label={`${t('series.page.previous')}: ${prev.title}`}
            maw="48%"
          >
            {prev.title}
          </ButtonLink>
        ) : (
          <span />
        )}
        {next && (
          <ButtonLink
            to="/series/$id"
            params={{ id: next.id }}
            variant="subtle"
            rightSection={<IconChevronRight size={18} />}
            aria-label={`${t('series.page.next')}: ${next.title}`}
            maw="48%"
          >
            {next.title}
          </ButtonLink>
        )}
      </Group>
    </nav>
  );
}
