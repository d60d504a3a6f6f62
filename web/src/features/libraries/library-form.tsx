// Adds a library: folder, name, structure, and a preview of a scan. Other settings are collapsed and have defaults.
import { Accordion, Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { type Draft, newDraft, toChange } from './draft.ts';
import { FilesFields } from './fields/files.tsx';
import { toFolderFaults } from './fields/folder-faults.ts';
import { NewFoldersField } from './fields/new-folders.tsx';
import { ScansFields } from './fields/scans.tsx';
import { LayoutField, StrategyConfig, TitlesFields } from './fields/structure.tsx';
import { ScanPreviews } from './scan-preview.tsx';

const lastName = (path: string) => path.split(/[\\/]/).filter(Boolean).at(-1) ?? '';

export function LibraryForm({ onDone }: { onDone(): void }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const form = useForm({ initialValues: newDraft });
  const draft = form.values;
  const [path] = draft.paths;
  const create = useMutation({
    mutationFn: ({ paths: [folder = ''] }: Draft) =>
      call('POST /api/v1/libraries', {
        body: {
          ...toChange(draft),
          name: draft.name.trim() || lastName(folder) || t('libraries.nameDefault'),
          scanImmediately: true,
        },
      }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['libraries'] });
      onDone();
    },
  });
  const faults = toFolderFaults(create.error, create.variables?.paths ?? []);
  return (
    <Stack>
      {create.error && faults.size === 0 && (
        <Alert color="red" role="alert">
          {describeError(create.error)}
        </Alert>
      )}
      <NewFoldersField form={form} faults={faults} />
      <Group grow align="flex-start">
        <TextInput
          label={t('libraries.name')}
          placeholder={lastName(path ?? '') || t('libraries.nameDefault')}
          {...form.getInputProps('name')}
        />
        <LayoutField form={form} />
      </Group>
      <StrategyConfig form={form} />
      <ScanPreviews of={draft} />
      <Accordion variant="contained" order={2}>
        <Accordion.Item value="more">
          <Accordion.Control>{t('libraries.moreSettings')}</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              <TitlesFields form={form} />
              <FilesFields form={form} />
              <ScansFields form={form} />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      <Button
        disabled={path === undefined}
        loading={create.isPending}
        onClick={() => path !== undefined && create.mutate(draft)}
      >
        {t('libraries.addAndScan')}
      </Button>
    </Stack>
  );
}
