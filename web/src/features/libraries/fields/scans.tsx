// Automatic scans, and when deleted books are purged.
import { keysOf } from '@lectern/contract/records';
import { NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { FieldsProps } from './fields.ts';

const known = {
  never: null,
  hourly: '0 * * * *',
  sixHourly: '0 */6 * * *',
  nightly: '0 3 * * *',
  weekly: '0 3 * * 1',
} as const;
type NamedSchedule = keyof typeof known;
const own = 'ownSchedule' as const;

const findKnown = (cron: string | null): NamedSchedule | typeof own =>
  keysOf(known).find((name) => known[name] === cron) ?? own;

export function ScansFields({ form }: FieldsProps) {
  const t = useTranslate();
  const [schedule, setSchedule] = useState(() => findKnown(form.values.cronSchedule));
  const choose = (value: NamedSchedule | typeof own) => {
    setSchedule(value);
    form.setFieldValue('cronSchedule', (cron) => (value === own ? (cron ?? known.nightly) : known[value]));
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('libraries.schedule')}
          data={[...keysOf(known), own].map((value) => ({ value, label: t(`libraries.${value}`) }))}
          value={schedule}
          allowDeselect={false}
          onChange={(value) => value && choose(value)}
        />
        {schedule === own && (
          <TextInput
            label={t('libraries.cron')}
            description={t('libraries.cronHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            styles={{ input: { fontFamily: 'monospace' } }}
            {...form.getInputProps('cronSchedule')}
          />
        )}
        {schedule !== 'never' && (
          <Select
            label={t('libraries.timezone')}
            placeholder={t('libraries.timezoneServer')}
            data={Intl.supportedValuesOf('timeZone')}
            searchable
            clearable
            limit={50}
            {...form.getInputProps('cronTimezone')}
          />
        )}
      </SimpleGrid>
      <Switch
        label={t('libraries.watch')}
        description={t('libraries.watchHint')}
        {...form.getInputProps('watch', { type: 'checkbox' })}
      />
      <Switch
        label={t('libraries.scanOnStart')}
        {...form.getInputProps('scanOnStart', { type: 'checkbox' })}
      />
      <NumberInput
        label={t('libraries.purgeAfter')}
        description={t('libraries.purgeAfterHint')}
        min={1}
        max={36_500}
        allowDecimal={false}
        value={form.values.purgeDeletedAfterDays ?? ''}
        onChange={(value) =>
          form.setFieldValue('purgeDeletedAfterDays', typeof value === 'number' && value > 0 ? value : null)
        }
      />
    </>
  );
}
