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

export function FilesFields({ draft, onChange, libraryId }: Props) {
  const t = useTranslate();
  return (
    <>
      <Checkbox.Group
        label={t('libraries.formats')}
        description={t('libraries.formatsHint')}
        value={draft.allowedFormats}
        onChange={(chosen) =>
          chosen.length > 0 && onChange({ allowedFormats: fileFormats.filter((one) => chosen.includes(one)) })
        }
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
        value={draft.excluded}
        onChange={(event) => onChange({ excluded: event.currentTarget.value })}
      />
      <Select
        label={t('libraries.hashing')}
        data={toOptions(choices.hashings, t)}
        value={draft.hashing}
        allowDeselect={false}
        onChange={(value) => value && onChange({ hashing: value })}
      />
      <Switch
        label={t('libraries.comparePages')}
        description={t('libraries.comparePagesHint')}
        checked={draft.comparePages}
        onChange={(event) => onChange({ comparePages: event.currentTarget.checked })}
      />
      <Switch
        label={t('libraries.groupFormats')}
        description={t('libraries.groupFormatsHint')}
        checked={draft.groupFormats}
        onChange={(event) => onChange({ groupFormats: event.currentTarget.checked })}
      />
      <Switch
        label={t('libraries.allowFileChanges')}
        description={t('libraries.allowFileChangesHint')}
        checked={draft.allowFileChanges}
        onChange={(event) => onChange({ allowFileChanges: event.currentTarget.checked })}
      />
      <Select
        label={t('libraries.writeMetadata')}
        description={t('libraries.writeMetadataHint')}
        data={toOptions(choices.writings, t)}
        value={draft.writeMetadata}
        allowDeselect={false}
        onChange={(value) => value && onChange({ writeMetadata: value })}
      />
      <NamingField
        pattern={draft.namingPattern}
        libraryId={libraryId}
        onChange={(namingPattern) => onChange({ namingPattern })}
      />
    </>
  );
}
