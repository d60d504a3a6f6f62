// The filter builder: edits conditions as groups and rules, and shows the number of matches.

import { maxConditionDepth, maxConditionNodes } from '@lectern/contract/conditions/conditions';
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { Button, Modal, Text } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import {
  countParts,
  depthOf,
  type Filter,
  isPartComplete,
  newRule,
  readFilter,
  toFilter,
  toRoot,
} from '../model.ts';
import { toPlain } from '../pieces/negation.ts';
import { type Within, WithinProvider } from '../pieces/within.ts';
import classes from './builder.module.css';
import { GroupEditor } from './group.tsx';

interface Props {
  target: ConditionTarget;
  filter: Filter | undefined;
  within: Within;
  onApply(filter: Filter | undefined): void;
  onClose(): void;
}

export function FilterBuilder({ target, filter, within, onApply, onClose }: Props) {
  const t = useTranslate();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const [root, setRoot] = useState(() => {
    const read = readFilter(target, filter);
    const known = toRoot(read && toPlain(read));
    return known.of.length > 0 || known.isNegated ? known : { ...known, of: [newRule(target, 'readStatus')] };
  });
  const [isChecked, setChecked] = useState(false);
  const whole = isPartComplete(target, root);
  const isTooLarge = depthOf(root) > maxConditionDepth || countParts(root) > maxConditionNodes;
  const apply = () => {
    setChecked(true);
    if (!whole || isTooLarge) return;
    onApply(toFilter(root));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(target === 'series' ? 'filters.filterSeries' : 'filters.filterBooks')}
      closeButtonProps={{ 'aria-label': t('filters.cancel') }}
      size="xl"
      fullScreen={isNarrow ?? false}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <WithinProvider value={within}>
          <GroupEditor
            target={target}
            group={root}
            name="1"
            levels={maxConditionDepth - (root.isNegated ? 1 : 0)}
            room={maxConditionNodes - countParts(root)}
            isChecked={isChecked}
            onChange={setRoot}
          />
        </WithinProvider>
        <div className={classes.foot}>
          <Text size="sm" aria-live="polite" c={isChecked && !whole ? 'red' : 'dimmed'}>
            {!whole ? (
              t('filters.incomplete')
            ) : isTooLarge ? (
              t('filters.tooLarge')
            ) : (
              <Found target={target} filter={toFilter(root)} within={within} />
            )}
          </Text>
          <Button
            variant="subtle"
            onClick={() => {
              onApply(undefined);
              onClose();
            }}
          >
            {t('filters.clearAll')}
          </Button>
          <Button type="submit">{t('filters.apply')}</Button>
        </div>
      </form>
    </Modal>
  );
}

const waitMs = 300;

function Found({ target, filter, within }: Pick<Props, 'target' | 'filter' | 'within'>) {
  const t = useTranslate();
  const [condition] = useDebouncedValue(filter, waitMs);
  const { data, error } = useQuery({
    queryKey: [target, 'count', JSON.stringify([condition, within])],
    queryFn: async ({ signal }) => {
      const { library, q } = within;
      const inLibrary = library ? [{ libraryId: { operator: 'is', value: library } }] : [];
      const allOf = [...inLibrary, ...(condition ? [condition] : [])];
      const body = { condition: { allOf }, ...(q && { fullTextSearch: q }) };
      const input = { query: { pageSize: 1 }, body };
      return target === 'series'
        ? (await call('POST /api/v1/series/list', input, { signal })).total
        : (await call('POST /api/v1/books/list', input, { signal })).total;
    },
    placeholderData: keepPreviousData,
  });
  if (error) return describeError(error);
  return data === undefined
    ? '…'
    : t(target === 'series' ? 'filters.seriesMatch' : 'filters.booksMatch', { count: data });
}
