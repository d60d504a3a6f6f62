// All settings of a library, with a preview of a scan.
import type { Library } from '@lectern/contract/libraries/libraries';
import { Button, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PageSection } from '../../ui/manage/sections.tsx';
import { showError } from '../../ui/toasts/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Draft, toChange, toDraft } from './draft.ts';
import { FilesFields } from './fields/files.tsx';
import { toFolderFaults } from './fields/folder-faults.ts';
import { FoldersField } from './fields/folders.tsx';
import { ProvidersFields } from './fields/providers.tsx';
import { ScansFields } from './fields/scans.tsx';
import { LayoutField, StrategyConfig, TitlesFields } from './fields/structure.tsx';
import classes from './library-edit-form.module.css';
import { ScanPreviews } from './scan-preview.tsx';
import { choices, toOptions } from './strategies.ts';

const typingMs = 500;

export function LibraryEditForm({ library, onDone }: { library: Library; onDone(): void }) {
  const t = useTranslate();
  const { runAction } = useAction(['libraries']);
  const form = useForm({ initialValues: toDraft(library) });
  const [settled] = useDebouncedValue(form.values, typingMs);
  const [before] = useState(library.paths);
  const save = useMutation({
    mutationFn: (wanted: Draft) =>
      runAction({
        work: () => saveLibrary(library.id, wanted, before),
        done: t('libraries.saved', { name: wanted.name }),
        after: onDone,
      }),
    onError(error, { paths }) {
      if (toFolderFaults(error, paths).size === 0) showError(error);
    },
  });
  const faults = toFolderFaults(save.error, save.variables?.paths ?? []);
  return (
    <form onSubmit={form.onSubmit((draft) => save.mutate(draft))}>
      <Stack gap="xl" maw={720}>
        <PageSection title={t('libraries.whatItIs')}>
          <TextInput label={t('libraries.name')} required maxLength={200} {...form.getInputProps('name')} />
          <Select
            label={t('libraries.kind')}
            description={t('libraries.kindHint')}
            data={toOptions(choices.kinds, t)}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
          <Textarea
            label={t('libraries.description')}
            autosize
            maxLength={10_000}
            {...form.getInputProps('description')}
          />
          <Switch
            label={t('libraries.active')}
            description={t('libraries.activeHint')}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
          <FoldersField form={form} library={library} faults={faults} />
        </PageSection>
        <PageSection title={t('libraries.structure')}>
          <LayoutField form={form} />
          <StrategyConfig form={form} />
          <ScanPreviews of={settled} />
          <TitlesFields form={form} />
        </PageSection>
        <PageSection title={t('libraries.files')}>
          <FilesFields form={form} libraryId={library.id} />
        </PageSection>
        <PageSection title={t('libraries.providers.title')}>
          <ProvidersFields form={form} />
        </PageSection>
        <PageSection title={t('libraries.scans')}>
          <ScansFields form={form} />
        </PageSection>
        <Group className={classes.bar}>
          <Button type="submit" loading={save.isPending}>
            {t('libraries.saveChanges')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** New folders are scanned. */
async function saveLibrary(id: string, draft: Draft, before: readonly string[]): Promise<void> {
  const params = { id };
  await call('PATCH /api/v1/libraries/{id}', { params, body: toChange(draft) });
  const isNew = draft.paths.some((path) => !before.includes(path));
  // A running scan covers them too, otherwise the next scan does.
  if (isNew) await call('POST /api/v1/libraries/{id}/scan', { params }).catch(() => {});
}
