// The active filters as chips, which can be edited and removed one by one.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Filter, type Part, readFilter, toParts } from '../model.ts';
import { withoutPart } from '../quick.ts';
import classes from './chips.module.css';
import { useDescribe } from './describe.ts';

/** Another restriction of the list: library or search text. */
export interface MoreChip {
  words: string;
  onRemove(): void;
}

interface Props {
  target: ConditionTarget;
  filter: Filter | undefined;
  more: MoreChip[];
  onChange(filter: Filter | undefined): void;
  onClear(): void;
  onEdit(): void;
}

export function FilterChips({ target, filter, more, onChange, onClear, onEdit }: Props) {
  const t = useTranslate();
  const whole = useMemo(() => readFilter(target, filter), [target, filter]);
  const parts = toParts(whole);
  const describe = useDescribe(target, parts);
  const isUnreadable = filter !== undefined && !whole;
  if (parts.length === 0 && more.length === 0 && !isUnreadable) return null;
  return (
    <ul className={classes.chips} aria-label={t('filters.chips')}>
      {more.map((one) => (
        <Chip key={one.words} {...one} />
      ))}
      {isUnreadable && <Chip words={t('filters.notUnderstood')} onRemove={() => onChange(undefined)} />}
      {parts.map((part, at) => (
        <Chip
          key={part.key}
          words={describe(part)}
          onEdit={onEdit}
          onRemove={() => onChange(withoutPart(target, filter, at))}
        />
      ))}
      <li>
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {t('filters.clearAll')}
        </Button>
      </li>
    </ul>
  );
}

function Chip({ words, onRemove, onEdit }: MoreChip & { onEdit?: () => void }) {
  const t = useTranslate();
  return (
    <li className={classes.chip}>
      {onEdit ? (
        <button
          type="button"
          className={classes.words}
          onClick={onEdit}
          title={t('filters.editFilter', { filter: words })}
        >
          {words}
        </button>
      ) : (
        <span className={classes.words}>{words}</span>
      )}
      <button
        type="button"
        className={classes.remove}
        aria-label={t('filters.removeFilter', { filter: words })}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden="true" />
      </button>
    </li>
  );
}

/** A whole condition in words, for lists of presets. */
export function FilterSummary({ target, filter }: { target: ConditionTarget; filter: Filter | undefined }) {
  const t = useTranslate();
  const whole = useMemo(() => readFilter(target, filter), [target, filter]);
  const parts: Part[] = whole ? [whole] : [];
  const describe = useDescribe(target, parts);
  if (filter !== undefined && !whole) return t('filters.notUnderstood');
  return whole ? describe(whole) : t('filters.everything');
}
