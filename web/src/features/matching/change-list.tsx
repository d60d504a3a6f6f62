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
  chosen: ReadonlySet<string>;
  onChoose(field: string, isChosen: boolean): void;
}

/** Those that are chosen unless somebody says otherwise: whatever would change something. */
export const toChosen = (changes: readonly MatchChange[]): Set<string> =>
  new Set(changes.filter(({ effect }) => effect !== 'locked').map(({ field }) => field));

export function ChangeList({ changes, chosen, onChoose }: Props) {
  const t = useTranslate();
  const shown = changes.filter(({ effect }) => effect !== 'same');
  if (shown.length === 0) return <Text c="dimmed">{t('matching.nothingChanges')}</Text>;
  return (
    <ul className={classes.changes} aria-label={t('matching.changes')}>
      {shown.map((change) => {
        const name = toName(change.field);
        return (
          <li key={change.field}>
            <Checkbox
              checked={chosen.has(change.field) && change.effect !== 'locked'}
              disabled={change.effect === 'locked'}
              onChange={({ currentTarget }) => onChoose(change.field, currentTarget.checked)}
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
