// What a match would change, field by field, each to be left out.
import type { MatchChange } from '@lectern/contract/matching';
import { bookMetadataFields, seriesMetadataFields } from '@lectern/contract/metadata-fields';
import { isRecord, keysOf } from '@lectern/contract/records';
import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslate } from '../../i18n/translate.ts';
import classes from './matching.module.css';

const names = [...new Set([...keysOf(seriesMetadataFields), ...keysOf(bookMetadataFields)])];
const toName = (field: string) => names.find((name) => name === field);

interface Props {
  changes: readonly MatchChange[];
  /** Fields that are left out. */
  left: ReadonlySet<string>;
  onLeave(left: ReadonlySet<string>): void;
}

/** Fields that are taken over: whatever would change something, and is not left out. */
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
      {shown.map((change) => {
        const name = toName(change.field);
        return (
          <li key={change.field}>
            <Checkbox
              checked={chosen.includes(change.field)}
              disabled={change.effect === 'locked'}
              onChange={({ currentTarget }) => choose(change.field, currentTarget.checked)}
              label={
                <Group gap={6} component="span">
                  {name ? t(`metadata.field_${name}`) : change.field}
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
                <Text
                  size="sm"
                  c="dimmed"
                  lineClamp={2}
                  td={change.effect === 'changes' ? 'line-through' : ''}
                >
                  {toWords(change.before)}
                </Text>
              )}
              <Text size="sm" lineClamp={4} dir="auto">
                {toWords(change.after)}
              </Text>
            </Stack>
          </li>
        );
      })}
    </ul>
  );
}

/** A value of any field in a line. */
function toWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(toWords).join(', ');
  if (!isRecord(value)) return value === null || value === undefined ? '' : String(value);
  const { title, name, sourceName, source, externalId, score } = value;
  if (typeof externalId === 'string') return `${String(source)} ${externalId}`;
  if (typeof score === 'number') return `${String(source)} ${Math.round(score)}`;
  const word = title ?? name ?? sourceName;
  return typeof word === 'string' ? word : JSON.stringify(value);
}
