// The confidence of a candidate, and the reasons for it.
import type { MatchReason } from '@lectern/contract/matching';
import { Badge, Group, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';

/** From this score on, no review is needed. */
export const sure = 0.9;
const doubtful = 0.7;

export function ScoreBadge({ score }: { score: number }) {
  const t = useTranslate();
  const format = useFormat();
  const color = score >= sure ? 'green' : score >= doubtful ? 'yellow' : 'gray';
  return (
    <Badge variant="light" color={color} tt="none">
      {t('matching.score', { percent: format.percent(score) })}
    </Badge>
  );
}

export function Reasons({ reasons }: { reasons: readonly MatchReason[] }) {
  const t = useTranslate();
  return (
    <Group gap={6} component="ul" p={0} m={0} aria-label={t('matching.reasons')}>
      {reasons.map(({ kind, isFor, detail }) => (
        <Text
          key={kind}
          component="li"
          size="xs"
          c={isFor ? 'green' : 'red'}
          style={{ display: 'inline-flex', alignItems: 'center', gap: 2, overflowWrap: 'anywhere' }}
        >
          {isFor ? <IconPlus size={12} aria-hidden /> : <IconMinus size={12} aria-hidden />}
          {t(`matching.reason_${kind}`)}
          {detail &&
            kind !== 'title' &&
            `: ${kind === 'kind' ? t(`matching.kind_${toKind(detail)}`) : detail}`}
        </Text>
      ))}
    </Group>
  );
}

const kinds = ['comic', 'manga', 'webtoon', 'novel'] as const;
const toKind = (detail: string) => kinds.find((kind) => kind === detail) ?? 'comic';
