// A selectable series or book of a provider.
import type { MatchCandidate } from '@lectern/contract/matching';
import { Avatar, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { Reasons, ScoreBadge } from './score-badge.tsx';

export function Candidate({ candidate, children }: { candidate: MatchCandidate; children?: ReactNode }) {
  const t = useTranslate();
  const { title, year, format, status, authors, providerName, alternateTitles, description } = candidate;
  const facts = [
    providerName,
    year,
    format?.replaceAll('_', ' '),
    status && t(`metadata.status_${status}`),
    authors.slice(0, 3).join(', '),
  ].filter(Boolean);
  return (
    <Group align="flex-start" wrap="nowrap" gap="sm">
      <Avatar name={title} radius="sm" size={48} color="initials" aria-hidden />
      <Stack gap={2} miw={0} flex={1}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }} dir="auto">
            {title}
          </Text>
          <ScoreBadge score={candidate.score} />
        </Group>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {alternateTitles.length > 0 && (
          <Text size="xs" c="dimmed" lineClamp={1} dir="auto">
            {alternateTitles.slice(0, 5).join(' · ')}
          </Text>
        )}
        {description && (
          <Text size="sm" lineClamp={2} dir="auto">
            {description}
          </Text>
        )}
        <Reasons reasons={candidate.reasons} />
      </Stack>
      {children}
    </Group>
  );
}
