// File settings: formats, exclusions, hashing, page comparison, permissions to delete and write files, and the naming
// pattern.

import { fileFormats } from '@lectern/contract/values';
import { Checkbox, Group, Select, Switch, Textarea } from '@mantine/core';
import { toFormatName } from '../../../i18n/format-name.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { choices, toOptions } from '../strategies.ts';
import type { FieldsProps } from './fields.ts';
import { NamingField } from './naming.tsx';

interface Props extends FieldsProps {
  /** Undefined for a new library. */
  libraryId?: string;
}

export function FilesFields({ form, libraryId }: Props) {
  const t = useTranslate();
  return (
    <>
      <Checkbox.Group
        label={t('libraries.formats')}
        description={t('libraries.formatsHint')}
        value={form.values.allowedFormats}
        onChange={(chosen) => {
          const allowed = fileFormats.filter((one) => chosen.includes(one));
          if (allowed.length > 0) form.setFieldValue('allowedFormats', allowed);
        }}
      >
        <Group mt={4}>
          {fileFormats.map((format) => (
            <Checkbox key={format} value={format} label={toFormatName(format, t)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Textarea
        label={t('libraries.excluded')}
        description={t('libraries.excludedHint')}
        autosize
        minRows={2}
        styles={{ input: { fontFamily: 'monospace' } }}
        {...form.getInputProps('excluded')}
      />
      <Select
        label={t('libraries.hashing')}
        data={toOptions(choices.hashings, t)}
        allowDeselect={false}
        {...form.getInputProps('hashing')}
      />
      <Switch
        label={t('libraries.comparePages')}
        description={t('libraries.comparePagesHint')}
        {...form.getInputProps('comparePages', { type: 'checkbox' })}
      />
      <Switch
        label={t('libraries.groupFormats')}
        description={t('libraries.groupFormatsHint')}
        {...form.getInputProps('groupFormats', { type: 'checkbox' })}
      />
      <Switch
        label={t('libraries.allowFileChanges')}
        description={t('libraries.allowFileChangesHint')}
        {...form.getInputProps('allowFileChanges', { type: 'checkbox' })}
      />
      <Select
        label={t('libraries.writeMetadata')}
        description={t('libraries.writeMetadataHint')}
        data={toOptions(choices.writings, t)}
        allowDeselect={false}
        {...form.getInputProps('writeMetadata')}
      />
      <NamingField
        pattern={form.values.namingPattern}
        libraryId={libraryId}
        onChange={(pattern) => form.setFieldValue('namingPattern', pattern)}
      />
    </>
  );
}
