// The source of a field value: a user, a provider, or the files.
import type { MetadataOrigin } from '@lectern/contract/libraries/metadata';
import { Badge } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';

const colours = { person: 'amber', provider: 'blue', files: 'gray' } as const;

export function OriginBadge({ origin }: { origin: MetadataOrigin }) {
  const t = useTranslate();
  const format = useFormat();
  const { from, providerName, at } = origin;
  const name =
    from === 'provider'
      ? t('metadata.origin_provider', { name: providerName ?? '' })
      : t(`metadata.origin_${from}`);
  return (
    <Badge
      variant="light"
      size="xs"
      mt={4}
      tt="none"
      fw={500}
      color={colours[from]}
      title={at ? t('metadata.originSince', { time: format.dateTime(at) }) : undefined}
    >
      {name}
    </Badge>
  );
}
