// Sets the user's reading goals.
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useAction } from '../../../ui/use-action.ts';
import { goalKinds, goalsPreference, maxTarget, type Targets } from './goals.ts';

interface Props {
  targets: Targets;
  onDone(): void;
}

export function GoalForm({ targets, onDone }: Props) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['preferences']);
  const form = useForm({
    initialValues: Object.fromEntries(goalKinds.map((kind) => [kind, targets[kind] ?? ''])),
  });
  const submit = form.onSubmit((values) => {
    const given = goalKinds.flatMap((kind) => {
      const value = Number(values[kind]);
      return value > 0 ? [[kind, value] as const] : [];
    });
    act({
      work: () =>
        call('PUT /api/v1/user/preferences/{key}', {
          params: { key: goalsPreference },
          body: Object.fromEntries(given),
        }),
      done: t('statistics.goalsSaved'),
      after: onDone,
    });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('statistics.goalsEmpty')}
        </Text>
        {goalKinds.map((kind) => (
          <NumberInput
            key={kind}
            label={t(`statistics.goal_${kind}`)}
            min={1}
            max={maxTarget}
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps(kind)}
          />
        ))}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('statistics.saveGoals')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
