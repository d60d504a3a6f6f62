// The changes that a match would make, field by field. Each can be excluded.
import type { MatchChange } from '@lectern/contract/matching';
import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslate } from '../../i18n/translate.ts';
import { toFieldName, toFieldValue } from '../metadata/index.tsx';
import classes from './matching.module.css';

interface Props {
  changes: readonly MatchChange[];
  /** Excluded fields. */
  left: ReadonlySet<string>;
  onLeave(left: ReadonlySet<string>): void;
}

/** The fields to apply: neither locked nor excluded. */
export const toChosen = (changes: readonly MatchChange[], left: ReadonlySet<string>): string[] =>
  changes.filter(({ effect, field }) => effect !== 'locked' && !left.has(field)).map(({ field }) => field);

export function ChangeList({ changes, left, onLeave }: Props) {
  const t = useTranslate();
  const chosen = toChosen(changes, left);
  const choose = (field: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(field);
    else next.add(field);
    onLeave(next);
  };
  const shown = changes.filter(({ effect }) => effect !== 'same');
  if (shown.length === 0) return <Text c="dimmed">{t('matching.nothingChanges')}</Text>;
  return (
    <ul className={classes.changes} aria-label={t('matching.changes')}>
      {shown.map((change) => (
        <li key={change.field}>
          <Checkbox
            checked={chosen.includes(change.field)}
            disabled={change.effect === 'locked'}
            onChange={({ currentTarget }) => choose(change.field, currentTarget.checked)}
            label={
              <Group gap={6} component="span">
                {toFieldName(change.field, t)}
                {(change.effect === 'locked' || change.effect === 'behind') && (
                  <Badge size="xs" variant="light" color="gray" tt="none" component="span">
                    {t(`matching.effect_${change.effect}`)}
                  </Badge>
                )}
              </Group>
            }
          />
          <Stack gap={0} className={classes.values ?? ''}>
            {change.before !== null && (
              <Text size="sm" c="dimmed" lineClamp={2} td={change.effect === 'changes' ? 'line-through' : ''}>
                {toFieldValue(change.field, change.before, t)}
              </Text>
            )}
            <Text size="sm" lineClamp={4} dir="auto">
              {toFieldValue(change.field, change.after, t)}
            </Text>
          </Stack>
        </li>
      ))}
    </ul>
  );
}
