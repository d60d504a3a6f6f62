// The user's rating of a series in half stars (the API's 1 to 100), with a private note.
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { ActionIcon, Group, Rating, Text } from '@mantine/core';
import { IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ExternalRatings } from '../metadata/index.tsx';
import { Note } from './note.tsx';
import { averageRating, perStar, useRating } from './use-rating.ts';

interface Props {
  id: string;
  /** Ratings of other services. */
  external: SeriesMetadata['externalRatings'];
}

export function SeriesRating({ id, external }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { data: average } = useQuery(averageRating(id));
  const { rated, rate, note } = useRating(id);
  const stars = (rated?.rating ?? 0) / perStar;
  return (
    <div>
      <Group gap="xs" role="group" aria-label={t('ratings.yours')}>
        <Text size="sm" c="dimmed" aria-hidden="true">
          {t('ratings.yours')}
        </Text>
        <Rating
          size="lg"
          fractions={2}
          allowClear
          emptySymbol={<IconStar size={24} color="var(--mantine-color-dimmed)" />}
          fullSymbol={<IconStarFilled size={24} color="var(--mantine-color-yellow-text)" />}
          value={stars}
          onChange={rate}
          getSymbolLabel={(value) => (value === 0 ? t('ratings.none') : t('ratings.stars', { count: value }))}
        />
        {stars > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('ratings.takeBack')}
            onClick={() => rate(0)}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
        {average?.average && average.count > 1 ? (
          <Text size="sm" c="dimmed">
            {t('ratings.average', {
              average: format.number(Math.round((average.average / perStar) * 10) / 10),
              count: average.count,
            })}
          </Text>
        ) : null}
      </Group>
      {external.length > 0 && (
        <Group gap="xs" role="group" aria-label={t('metadata.field_externalRatings')} fz="sm">
          <Text size="sm" c="dimmed" aria-hidden="true">
            {t('metadata.field_externalRatings')}
          </Text>
          <ExternalRatings ratings={external} />
        </Group>
      )}
      {rated && <Note text={rated.notes ?? ''} onSave={note} />}
    </div>
  );
}
