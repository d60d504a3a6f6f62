// How series, titles and numbers are determined.
import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { choices, toOptions } from '../strategies.ts';
import type { FieldsProps } from './fields.ts';

/** The option of the chosen strategy, if it has one. */
export function StrategyConfig({ form }: FieldsProps) {
  const t = useTranslate();
  const { seriesStrategy, seriesConfig } = form.values;
  const set = (part: Record<string, string | number>) =>
    form.setFieldValue('seriesConfig', { ...seriesConfig, ...part });
  if (seriesStrategy === 'flat' || seriesStrategy === 'custom')
    return (
      <TextInput
        label={t('libraries.pattern')}
        description={t(
          seriesStrategy === 'flat' ? 'libraries.patternFlatHint' : 'libraries.patternCustomHint',
        )}
        required={seriesStrategy === 'custom'}
        maxLength={500}
        styles={{ input: { fontFamily: 'monospace' } }}
        value={String(seriesConfig.pattern ?? '')}
        onChange={(event) => set({ pattern: event.currentTarget.value })}
      />
    );
  if (seriesStrategy === 'publisher_hierarchy')
    return (
      <NumberInput
        label={t('libraries.skipLevels')}
        min={0}
        max={10}
        allowDecimal={false}
        value={Number(seriesConfig.skipLevels ?? 1)}
        onChange={(value) => set({ skipLevels: Number(value) })}
      />
    );
  if (seriesStrategy === 'calibre')
    return (
      <Select
        label={t('libraries.calibreSource')}
        data={toOptions(choices.calibreSources, t)}
        value={String(seriesConfig.seriesSource ?? 'metadata')}
        allowDeselect={false}
        onChange={(value) => value && set({ seriesSource: value })}
      />
    );
  return null;
}

/** How folders become series. */
export function LayoutField({ form }: FieldsProps) {
  const t = useTranslate();
  return (
    <Select
      label={t('libraries.layout')}
      data={toOptions(choices.series, t)}
      allowDeselect={false}
      {...form.getInputProps('seriesStrategy')}
    />
  );
}

export function TitlesFields({ form }: FieldsProps) {
  const t = useTranslate();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={t('libraries.titles')}
        data={toOptions(choices.titles, t)}
        allowDeselect={false}
        {...form.getInputProps('bookStrategy')}
      />
      <Select
        label={t('libraries.numbers')}
        data={toOptions(choices.numbers, t)}
        allowDeselect={false}
        {...form.getInputProps('numberStrategy')}
      />
      <Select
        label={t('libraries.direction')}
        data={toOptions(choices.directions, t)}
        allowDeselect={false}
        {...form.getInputProps('defaultReadingDirection')}
      />
    </SimpleGrid>
  );
}
