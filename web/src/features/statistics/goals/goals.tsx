// The user's reading goals, with progress and pace.
import { Button, Card, Group, Progress, SimpleGrid, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { GoalForm } from './goal-form.tsx';
import type { Goal } from './goals.ts';
import type { GoalState } from './use-goals.ts';

export function Goals({ goals: { goals, targets } }: { goals: GoalState }) {
  const t = useTranslate();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <section aria-label={t('statistics.goals')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('statistics.goals')}
        </Title>
        <Button variant="default" size="xs" onClick={open}>
          {goals.length === 0 ? t('statistics.setGoals') : t('statistics.editGoals')}
        </Button>
      </Group>
      {goals.length === 0 ? (
        <Text c="dimmed">{t('statistics.goalsHint')}</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
          {goals.map((goal) => (
            <GoalCard key={goal.kind} goal={goal} />
          ))}
        </SimpleGrid>
      )}
      <Dialog isOpen={isOpen} onClose={close} title={t('statistics.goals')}>
        <GoalForm targets={targets} onDone={close} />
      </Dialog>
    </section>
  );
}

function GoalCard({ goal: { kind, done, target, ahead } }: { goal: Goal }) {
  const t = useTranslate();
  const format = useFormat();
  const name = t(`statistics.goal_${kind}`);
  const share = Math.min(1, done / target);
  const pace =
    ahead === 0
      ? t('statistics.goalOnTrack')
      : ahead > 0
        ? t('statistics.goalAhead', { count: ahead })
        : t('statistics.goalBehind', { count: -ahead });
  return (
    <Card withBorder padding="sm">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fw={700} fz="lg">
        {t('statistics.goalOf', { done: format.number(done), target: format.number(target) })}
      </Text>
      <Progress value={share * 100} aria-label={`${name}: ${format.percent(share)}`} my={6} />
      <Text size="sm">{done >= target ? t('statistics.goalDone') : pace}</Text>
    </Card>
  );
}
