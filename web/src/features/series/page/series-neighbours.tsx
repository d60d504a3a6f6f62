// The series before and after one by title, so that one can leaf through a library.
import { Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../ui/links.tsx';
import { adjacentSeries } from './queries.ts';
import { useText } from './words/index.ts';

export function SeriesNeighbours({ id }: { id: string }) {
  const t = useText();
  const { data } = useQuery(adjacentSeries(id));
  if (!data?.prev && !data?.next) return null;
  const { prev, next } = data;
  return (
    <nav aria-label={t('beside')}>
      <Group justify="space-between" wrap="nowrap">
        {prev ? (
          <ButtonLink
            to="/series/$id"
            params={{ id: prev.id }}
            variant="subtle"
            leftSection={<IconChevronLeft size={18} />}
            aria-label={`${t('previous')}: ${prev.title}`}
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
            aria-label={`${t('next')}: ${next.title}`}
            maw="48%"
          >
            {next.title}
          </ButtonLink>
        )}
      </Group>
    </nav>
  );
}
