// What other services call a series or book, and how they rate it.
import type { BookMetadata } from '@lectern/contract/metadata';
import { Anchor, Stack, Text } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { findHost } from './safe-link.ts';

/** A name of a service or plugin as people know it. */
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
