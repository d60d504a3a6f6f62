// Shows which series a user with the restrictions would see, as the server computes it.
import type { Restrictions } from '@lectern/contract/identity/users';
import { Paper, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';

const typingMs = 300;

const previewOf = (json: string) =>
  queryOptions({
    queryKey: ['users', 'restrictions-preview', json],
    queryFn: ({ signal }) => {
      const body: Restrictions = JSON.parse(json);
      return call('POST /api/v1/users/restrictions/preview', { body }, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function RestrictionsPreview({ restrictions }: { restrictions: Restrictions }) {
  const t = useTranslate();
  const [settled] = useDebouncedValue(JSON.stringify(restrictions), typingMs);
  const { data, isError } = useQuery(previewOf(settled));
  if (!data || isError) return null;
  const { visible, hidden, hiddenUnratedCount: unrated } = data;
  const title = t('administration.users.preview');
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm" role="status">
          {t('administration.users.previewCount', {
            visible: visible.seriesCount,
            all: visible.seriesCount + hidden.seriesCount,
          })}
        </Text>
        <Titles {...visible} />
        {hidden.seriesCount > 0 && (
          <Text size="sm">
            {unrated > 0
              ? t('administration.users.previewUnrated', { count: hidden.seriesCount, unrated })
              : t('administration.users.previewHidden', { count: hidden.seriesCount })}
          </Text>
        )}
        <Titles {...hidden} />
      </Stack>
    </Paper>
  );
}

function Titles({ titles, seriesCount }: { titles: string[]; seriesCount: number }) {
  if (titles.length === 0) return null;
  const isWhole = titles.length === seriesCount;
  return (
    <Text size="sm" c="dimmed" lineClamp={2}>
      {titles.join(' · ')}
      {!isWhole && ' …'}
    </Text>
  );
}
