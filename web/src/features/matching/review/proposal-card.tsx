// One proposal: the series or book, its candidate, and the changes.
import type { MatchProposal } from '@lectern/contract/matching';
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Candidate } from '../candidate.tsx';
import { ChangeList } from '../change-list.tsx';
import classes from '../matching.module.css';

interface Props {
  proposal: MatchProposal;
  isCurrent: boolean;
  /** Excluded fields of the current proposal. */
  left: ReadonlySet<string>;
  onLeave(left: ReadonlySet<string>): void;
  onOpen(): void;
  onAccept(): void;
  onDismiss(never: boolean): void;
  onUndo(): void;
}

export function ProposalCard({ proposal, isCurrent, left, onLeave, onOpen, ...acts }: Props) {
  const t = useTranslate();
  const { id, noun, subject, candidate, changes, state } = proposal;
  return (
    <Card
      component="li"
      withBorder
      padding="sm"
      id={`proposal-${id}`}
      aria-current={isCurrent || undefined}
      className={isCurrent ? (classes.current ?? '') : ''}
    >
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text style={{ overflowWrap: 'anywhere' }}>
            <AnchorLink to={noun === 'series' ? '/series/$id' : '/books/$id'} params={{ id: subject.id }}>
              {subject.seriesTitle ? `${subject.seriesTitle} · ${subject.title}` : subject.title}
            </AnchorLink>
          </Text>
          {!isCurrent && (
            <Button variant="subtle" size="compact-sm" onClick={onOpen}>
              {t('matching.page.showChanges')}
            </Button>
          )}
        </Group>
        <Candidate candidate={candidate} />
        {isCurrent && state === 'pending' && <ChangeList changes={changes} left={left} onLeave={onLeave} />}
        {isCurrent && proposal.dropped.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('matching.dropped', { fields: proposal.dropped.join(', ') })}
          </Text>
        )}
        <Actions proposal={proposal} {...acts} />
      </Stack>
    </Card>
  );
}

function Actions({
  proposal: { state, subject },
  onAccept,
  onDismiss,
  onUndo,
}: Pick<Props, 'proposal' | 'onAccept' | 'onDismiss' | 'onUndo'>) {
  const t = useTranslate();
  const { title } = subject;
  if (state !== 'pending')
    return (
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          onClick={onUndo}
          aria-label={t('matching.page.undoNamed', { title })}
        >
          {t('matching.page.key_undo')}
        </Button>
      </Group>
    );
  return (
    <Group gap="xs">
      <Button size="xs" onClick={onAccept} aria-label={t('matching.page.acceptNamed', { title })}>
        {t('matching.page.key_accept')}
      </Button>
      <Button
        variant="default"
        size="xs"
        onClick={() => onDismiss(false)}
        aria-label={t('matching.page.dismissNamed', { title })}
      >
        {t('matching.page.key_dismiss')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        onClick={() => onDismiss(true)}
        aria-label={t('matching.page.neverNamed', { title })}
      >
        {t('matching.page.key_never')}
      </Button>
    </Group>
  );
}
