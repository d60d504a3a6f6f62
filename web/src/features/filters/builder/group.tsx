// A group of rules and groups: all, any, not all, or none of them must match.

import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { keysOf } from '@lectern/contract/records';
import { ActionIcon, Button, NativeSelect, Group as Row } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Group, newGroup, newRule, type Part, replacePart } from '../model.ts';
import classes from './builder.module.css';
import { RuleEditor } from './rule.tsx';

interface Props {
  target: ConditionTarget;
  group: Group;
  /** Path of the group, for example `1` or `1.2`. */
  name: string;
  /** A group above it is negated. */
  isInNegated?: boolean;
  /** Remaining nesting levels. */
  levels: number;
  /** Remaining parts in the whole filter. */
  room: number;
  isChecked: boolean;
  onChange(group: Group): void;
  onRemove?: () => void;
}

const combinators = {
  matchAll: { match: 'all', isNegated: false },
  matchAny: { match: 'any', isNegated: false },
  matchNotAll: { match: 'all', isNegated: true },
  matchNone: { match: 'any', isNegated: true },
} as const;
const combinatorNames = keysOf(combinators);

export function GroupEditor({
  target,
  group,
  name,
  isInNegated = false,
  levels,
  room,
  isChecked,
  onChange,
  onRemove,
}: Props) {
  const t = useTranslate();
  const isNegated = isInNegated !== group.isNegated;
  const combinator = combinatorNames.find(
    (one) => combinators[one].match === group.match && combinators[one].isNegated === group.isNegated,
  );
  // "Not all" is hard to understand, and only shown if the filter contains it.
  const offered = combinatorNames.filter((one) => one !== 'matchNotAll' || one === combinator);
  const add = (part: Part) => onChange({ ...group, of: [...group.of, part] });
  const first = target === 'series' ? 'genre' : 'title';
  return (
    <fieldset className={classes.group} aria-label={t('filters.groupName', { number: name })}>
      <div className={classes.head}>
        <NativeSelect
          aria-label={t('filters.how')}
          value={combinator ?? 'matchAll'}
          data={offered.map((value) => ({ value, label: t(`filters.${value}`) }))}
          onChange={({ currentTarget }) => {
            const next = combinatorNames.find((one) => one === currentTarget.value) ?? 'matchAll';
            onChange({ ...group, ...combinators[next] });
          }}
        />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('filters.removeGroup')}
            onClick={onRemove}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.parts}>
        {group.of.map((part, at) => {
          const change = (next: Part | undefined) => onChange(replacePart(group, part.key, next));
          const common = { target, isChecked, onRemove: () => change(undefined) };
          return part.kind === 'rule' ? (
            <RuleEditor
              key={part.key}
              {...common}
              rule={part}
              number={at + 1}
              isInNegated={isNegated}
              onChange={change}
            />
          ) : (
            <GroupEditor
              key={part.key}
              {...common}
              group={part}
              name={`${name}.${at + 1}`}
              isInNegated={isNegated}
              levels={levels - (part.isNegated ? 2 : 1)}
              room={room}
              onChange={change}
            />
          );
        })}
        <Row gap="xs">
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlus size={16} />}
            disabled={room < 2 || levels < 2}
            onClick={() => add(newRule(target, first))}
          >
            {t('filters.addRule')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconFolderPlus size={16} />}
            disabled={room < 4 || levels < 4}
            onClick={() => add(newGroup(group.match === 'all' ? 'any' : 'all', [newRule(target, first)]))}
          >
            {t('filters.addGroup')}
          </Button>
        </Row>
      </div>
    </fieldset>
  );
}
