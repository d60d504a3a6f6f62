// Metadata provider settings: order, order per field, automatic matches, and covers.
import { bookMetadataFields, seriesMetadataFields } from '@lectern/contract/libraries/metadata-fields';
import { coverPolicies, filesInOrder } from '@lectern/contract/plugins/provider-values';
import { keysOf } from '@lectern/contract/records';
import { ActionIcon, Badge, Group, Input, NumberInput, Select, Stack, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../i18n/translate.ts';
import { SortableList } from '../../../ui/sortable/sortable-list.tsx';
import { useSortableWords } from '../../../ui/sortable/use-sortable-words.ts';
import { metadataProviders } from '../../matching/index.tsx';
import type { Draft } from '../draft.ts';
import type { FieldsProps } from './fields.ts';
import { toShownOrder } from './provider-order.ts';

const fieldNames = [...new Set([...keysOf(seriesMetadataFields), ...keysOf(bookMetadataFields)])];
const suggestedPercent = 90;

export function ProvidersFields({ form }: FieldsProps) {
  const t = useTranslate();
  const value = form.values.metadataProviders;
  const { data } = useQuery(metadataProviders);
  const change = (part: Partial<typeof value>) =>
    form.setFieldValue('metadataProviders', { ...value, ...part });
  const here = new Map((data?.providers ?? []).map(({ provider, name }) => [provider, name]));
  const isAny = here.size > 0 || value.order.length > 0;
  return (
    <>
      {data && here.size === 0 && <Text c="dimmed">{t('libraries.providers.none')}</Text>}
      {isAny && (
        <Order
          label={t('libraries.providers.order')}
          hint={t('libraries.providers.orderHint')}
          order={value.order}
          here={here}
          onOrder={(order) => change({ order })}
        />
      )}
      {isAny && <OfFields value={value} here={here} onChange={(fields) => change({ fields })} />}
      <Switch
        label={t('libraries.providers.accept')}
        description={t('libraries.providers.acceptHint')}
        checked={value.acceptFrom !== null}
        onChange={({ currentTarget: { checked } }) =>
          change({ acceptFrom: checked ? suggestedPercent / 100 : null })
        }
      />
      {value.acceptFrom !== null && (
        <NumberInput
          label={t('libraries.providers.acceptFrom')}
          description={t('libraries.providers.acceptFromHint')}
          min={50}
          max={100}
          allowDecimal={false}
          value={Math.round(value.acceptFrom * 100)}
          onChange={(percent) =>
            typeof percent === 'number' &&
            percent >= 50 &&
            percent <= 100 &&
            change({ acceptFrom: percent / 100 })
          }
        />
      )}
      <Select
        label={t('libraries.providers.covers')}
        description={t('libraries.providers.coversHint')}
        data={coverPolicies.map((one) => ({ value: one, label: t(`libraries.providers.covers_${one}`) }))}
        allowDeselect={false}
        {...form.getInputProps('metadataProviders.covers')}
      />
    </>
  );
}

type Here = ReadonlyMap<string, string>;

interface OrderProps {
  label: string;
  hint?: string;
  order: readonly string[];
  here: Here;
  onOrder(order: string[]): void;
}

function Order({ label, hint, order, here, onOrder }: OrderProps) {
  const t = useTranslate();
  const shown = toShownOrder(order, [...here.keys()]);
  const words = useSortableWords(shown.length);
  const items = shown.map((id) => ({
    id,
    title: id === filesInOrder ? t('libraries.providers.files') : (here.get(id) ?? id),
  }));
  return (
    <Stack gap={4}>
      <Input.Label component="div">{label}</Input.Label>
      {hint && <Input.Description>{hint}</Input.Description>}
      <SortableList
        items={items}
        label={label}
        words={words}
        onOrder={onOrder}
        render={({ id, title }) => (
          <Group gap={6}>
            {title}
            {id !== filesInOrder && !here.has(id) && (
              <Badge size="xs" variant="light" color="gray" tt="none">
                {t('libraries.providers.notHere')}
              </Badge>
            )}
          </Group>
        )}
        actions={() => null}
      />
    </Stack>
  );
}

interface OfFieldsProps {
  value: Draft['metadataProviders'];
  here: Here;
  onChange(fields: Record<string, string[]>): void;
}

/** Fields with a separate order. */
function OfFields({ value, here, onChange }: OfFieldsProps) {
  const t = useTranslate();
  const toLabel = (field: string) => {
    const name = fieldNames.find((one) => one === field);
    return name ? t(`metadata.field_${name}`) : field;
  };
  const others = fieldNames
    .filter((field) => !(field in value.fields))
    .map((field) => ({ value: field, label: toLabel(field) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <Stack gap="xs" role="group" aria-label={t('libraries.providers.fields')}>
      <Input.Label component="div">{t('libraries.providers.fields')}</Input.Label>
      <Input.Description>{t('libraries.providers.fieldsHint')}</Input.Description>
      {Object.entries(value.fields).map(([field, order]) => (
        <Group key={field} wrap="nowrap" align="flex-start" gap="xs">
          <Stack flex={1} miw={0}>
            <Order
              label={t('libraries.providers.orderOf', { field: toLabel(field) })}
              order={order}
              here={here}
              onOrder={(next) => onChange({ ...value.fields, [field]: next })}
            />
          </Stack>
          <ActionIcon
            variant="subtle"
            color="red"
            size={36}
            aria-label={t('libraries.providers.removeField', { field: toLabel(field) })}
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(value.fields).filter(([name]) => name !== field)))
            }
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      <Select
        aria-label={t('libraries.providers.addField')}
        placeholder={t('libraries.providers.addField')}
        data={others}
        searchable
        value={null}
        onChange={(field) =>
          field && onChange({ ...value.fields, [field]: toShownOrder(value.order, [...here.keys()]) })
        }
      />
    </Stack>
  );
}
