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
type Known = keyof typeof known;
const own = 'ownSchedule' as const;

const findKnown = (cron: string | null): Known | typeof own =>
  keysOf(known).find((name) => known[name] === cron) ?? own;

export function ScansFields({ draft, onChange }: FieldsProps) {
  const t = useTranslate();
  const [schedule, setSchedule] = useState(() => findKnown(draft.cronSchedule));
  const choose = (value: Known | typeof own) => {
    setSchedule(value);
    onChange({ cronSchedule: value === own ? (draft.cronSchedule ?? known.nightly) : known[value] });
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
            value={draft.cronSchedule ?? ''}
            onChange={(event) => onChange({ cronSchedule: event.currentTarget.value })}
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
            value={draft.cronTimezone}
            onChange={(cronTimezone) => onChange({ cronTimezone })}
          />
        )}
      </SimpleGrid>
      <Switch
        label={t('libraries.watch')}
        description={t('libraries.watchHint')}
        checked={draft.watch}
        onChange={(event) => onChange({ watch: event.currentTarget.checked })}
      />
      <Switch
        label={t('libraries.scanOnStart')}
        checked={draft.scanOnStart}
        onChange={(event) => onChange({ scanOnStart: event.currentTarget.checked })}
      />
      <NumberInput
        label={t('libraries.purgeAfter')}
        description={t('libraries.purgeAfterHint')}
        min={1}
        max={36_500}
        allowDecimal={false}
        value={draft.purgeDeletedAfterDays ?? ''}
        onChange={(value) =>
          onChange({ purgeDeletedAfterDays: typeof value === 'number' && value > 0 ? value : null })
        }
      />
    </>
  );
}
