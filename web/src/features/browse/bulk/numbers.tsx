// Numbers books in an order that is changed by dragging.
import { Checkbox, NumberInput, Stack, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { SortableList } from '../../../ui/sortable/sortable-list.tsx';
import { useSortableWords } from '../../../ui/sortable/use-sortable-words.ts';
import type { Item } from '../../books/index.tsx';
import type { MetadataChange } from './metadata.ts';

interface Props {
  items: readonly Item[];
  value: MetadataChange['numbers'];
  onChange(numbers: MetadataChange['numbers']): void;
}

/** Longer lists are not ordered by hand. */
const maxItems = 200;

export function Numbers({ items, value, onChange }: Props) {
  const t = useTranslate();
  const words = useSortableWords(items.length);
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  const isTooLong = items.length > maxItems;
  return (
    <Stack gap="xs">
      <Checkbox
        label={t('browse.numberByOrder')}
        description={isTooLong ? t('browse.numberAtMost', { count: maxItems }) : undefined}
        disabled={isTooLong}
        checked={value !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? { first: 1, ids: [...titles.keys()] } : undefined)
        }
      />
      {value && (
        <>
          <NumberInput
            label={t('browse.firstNumber')}
            w={140}
            min={0}
            max={100_000}
            allowDecimal={false}
            value={value.first}
            onChange={(first) => typeof first === 'number' && onChange({ ...value, first })}
          />
          <SortableList
            items={value.ids.map((id) => ({ id, title: titles.get(id) ?? '' }))}
            label={t('browse.numberByOrder')}
            words={words}
            onOrder={(ids) => onChange({ ...value, ids })}
            render={({ id, title }) => (
              <Text size="sm">
                {value.first + value.ids.indexOf(id)} · {title}
              </Text>
            )}
            actions={() => null}
          />
        </>
      )}
    </Stack>
  );
}
