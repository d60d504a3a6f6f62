// Ids and ratings of a series or book at other services.
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { Anchor, Stack, Text } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { findHost } from './safe-link.ts';

/** The display name of a service or plugin. */
const toSourceName = (source: string): string => source.replace(/^(?:plugin|api):/, '');

export function ExternalIds({ ids }: { ids: BookMetadata['externalIds'] }) {
  return (
    <Stack gap={0}>
      {ids.map(({ source, externalId, externalUrl }) => (
        <Text key={`${source} ${externalId}`} inherit style={{ overflowWrap: 'anywhere' }}>
          {toSourceName(source)}{' '}
          {externalUrl && findHost(externalUrl) ? (
            <Anchor href={externalUrl} target="_blank" rel="noopener noreferrer nofollow" inherit>
              {externalId}
            </Anchor>
          ) : (
            externalId
          )}
        </Text>
      ))}
    </Stack>
  );
}

export function ExternalRatings({ ratings }: { ratings: BookMetadata['externalRatings'] }) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Stack gap={0}>
      {ratings.map(({ source, score, voteCount }) => (
        <Text key={source} inherit>
          {toSourceName(source)} {format.percent(score / 100)}
          {voteCount !== null && ` (${t('metadata.votesCount', { count: voteCount })})`}
        </Text>
      ))}
    </Stack>
  );
}
