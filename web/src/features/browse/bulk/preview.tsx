// The changes of a bulk edit before they are made.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { FieldChanges } from '../../metadata/index.tsx';
import type { PlannedItem } from './metadata.ts';

interface Props {
  target: ConditionTarget;
  plan: readonly PlannedItem[];
  /** Number of selected items. */
  count: number;
  onBack(): void;
  onApply(): void;
}

const maxShown = 50;

export function Preview({ target, plan, count, onBack, onApply }: Props) {
  const t = useTranslate();
  const shown = plan.slice(0, maxShown);
  return (
    <Stack>
      <Text aria-live="polite">{t(`browse.willChange_${target}`, { changed: plan.length, count })}</Text>
      <ScrollArea.Autosize mah="50dvh" type="auto" tabIndex={0}>
        <Stack gap="md">
          {shown.map(({ id, title, changes }) => (
            <section key={id} aria-label={title}>
              <Text fw={600} mb={4}>
                {title}
              </Text>
              <FieldChanges changes={changes} />
            </section>
          ))}
          {plan.length > maxShown && (
            <Text size="sm" c="dimmed">
              {t('libraries.andMore', { count: plan.length - maxShown })}
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button variant="subtle" onClick={onBack}>
          {t('browse.backToEdit')}
        </Button>
        <Button disabled={plan.length === 0} onClick={onApply}>
          {t(`browse.edit_${target}`, { count: plan.length })}
        </Button>
      </Group>
    </Stack>
  );
}
