// What is chosen and what can be done with it.
import type { ConditionTarget } from '@lectern/contract/condition-fields';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useText } from '../words/index.ts';
import classes from './selection.module.css';
import { maxChosen, type Selection } from './use-selection.ts';

interface Props {
  target: ConditionTarget;
  selection: Selection;
  total: number;
}

export function SelectionBar({ selection, total }: Props) {
  const t = useText();
  const count = selection.items.size;
  if (count === 0) return <output aria-live="polite" />;
  const most = Math.min(total, maxChosen);
  return (
    <section className={classes.bar} aria-label={t('selection')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('clearSelection')}
        onClick={selection.clear}
      >
        <IconX size={20} />
      </ActionIcon>
      <output className={classes.told} aria-live="polite">
        {t('selected', { count })}
      </output>
      {count < most && (
        <Button variant="subtle" size="compact-md" onClick={() => void selection.all()}>
          {t('selectAll', { count: most })}
        </Button>
      )}
    </section>
  );
}
