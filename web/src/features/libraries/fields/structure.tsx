// How series, titles and numbers are determined.
import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { choices, toOptions } from '../strategies.ts';
import type { FieldsProps } from './fields.ts';

/** The option of the chosen strategy, if it has one. */
export function StrategyConfig({ draft: { seriesStrategy, seriesConfig }, onChange }: FieldsProps) {
  const t = useTranslate();
  const set = (part: Record<string, string | number>) =>
    onChange({ seriesConfig: { ...seriesConfig, ...part } });
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
export function LayoutField({ draft: { seriesStrategy }, onChange }: FieldsProps) {
  const t = useTranslate();
  return (
    <Select
      label={t('libraries.layout')}
      data={toOptions(choices.series, t)}
      value={seriesStrategy}
      allowDeselect={false}
      onChange={(value) => value && onChange({ seriesStrategy: value })}
    />
  );
}

export function TitlesFields({ draft, onChange }: FieldsProps) {
  const t = useTranslate();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={t('libraries.titles')}
        data={toOptions(choices.titles, t)}
        value={draft.bookStrategy}
        allowDeselect={false}
        onChange={(value) => value && onChange({ bookStrategy: value })}
      />
      <Select
        label={t('libraries.numbers')}
        data={toOptions(choices.numbers, t)}
        value={draft.numberStrategy}
        allowDeselect={false}
        onChange={(value) => value && onChange({ numberStrategy: value })}
      />
      <Select
        label={t('libraries.direction')}
        data={toOptions(choices.directions, t)}
        value={draft.defaultReadingDirection}
        allowDeselect={false}
        onChange={(value) => value && onChange({ defaultReadingDirection: value })}
      />
    </SimpleGrid>
  );
}
