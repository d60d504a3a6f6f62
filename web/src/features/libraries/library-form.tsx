// Adds a library: folder, kind, name, structure, and a preview of a scan. Other settings are collapsed and have defaults.
import type { LibraryKind } from '@lectern/contract/libraries/library-kinds';
import { Accordion, Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { scanPreview } from '../../api/queries.ts';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { type Draft, newDraft, toChange, toKindDraft } from './draft.ts';
import { FilesFields } from './fields/files.tsx';
import { toFolderFaults } from './fields/folder-faults.ts';
import { KindField } from './fields/kind.tsx';
import { NewFoldersField } from './fields/new-folders.tsx';
import { OnlineField, useTurnOnline } from './fields/online.tsx';
import { ScansFields } from './fields/scans.tsx';
import { SeveralLibraries } from './fields/several.tsx';
import { LayoutField, StrategyConfig, TitlesFields } from './fields/structure.tsx';
import { ScanPreviews } from './scan-preview.tsx';

const lastName = (path: string) => path.split(/[\\/]/).filter(Boolean).at(-1) ?? '';
/** Minimum score of matches that are accepted without a review. */
const confident = 0.9;

interface Props {
  onDone(): void;
  /** Asks whether metadata comes from the Internet. */
  asksOnline?: boolean;
}

export function LibraryForm({ onDone, asksOnline = false }: Props) {
  const t = useTranslate();
  const queries = useQueryClient();
  const form = useForm({ initialValues: newDraft });
  const draft = form.values;
  const [path] = draft.paths;
  const [isOnline, setOnline] = useState(false);
  const turnOnline = useTurnOnline(asksOnline);
  const prepare = async (kinds: readonly LibraryKind[]) => {
    if (isOnline) await turnOnline(kinds);
  };
  const { suggestion, choose } = useKind(form, path);
  const create = useMutation({
    async mutationFn({ paths: [folder = ''] }: Draft) {
      await prepare([draft.kind]);
      const change = toChange(draft);
      return call('POST /api/v1/libraries', {
        body: {
          ...change,
          ...(isOnline && { metadataProviders: { ...draft.metadataProviders, acceptFrom: confident } }),
          name: draft.name.trim() || lastName(folder) || t('libraries.nameDefault'),
          scanImmediately: true,
        },
      });
    },
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
      <KindField value={draft.kind} onChange={choose} />
      <NewFoldersField form={form} faults={faults} />
      {asksOnline && <OnlineField kind={draft.kind} isOn={isOnline} onChange={setOnline} />}
      {suggestion && draft.paths.length === 1 && (
        <SeveralLibraries
          suggested={suggestion.libraries}
          onAdd={() => prepare(suggestion.libraries.map(({ kind }) => kind))}
          onDone={onDone}
        />
      )}
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

/** Follows the kind that suits the first folder, until the user chooses one. */
function useKind(form: ReturnType<typeof useForm<Draft>>, path: string | undefined) {
  const [isChosen, setChosen] = useState(false);
  const { data } = useQuery({
    ...scanPreview({ path: path ?? '', seriesStrategy: 'series_folder' }),
    enabled: path !== undefined,
  });
  const suggestion = data?.suggestion;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the suggestion changes
  useEffect(() => {
    if (suggestion && !isChosen) form.setValues(toKindDraft(suggestion.kind, suggestion));
  }, [suggestion]);
  return {
    suggestion,
    choose(kind: LibraryKind) {
      setChosen(true);
      form.setValues(toKindDraft(kind, suggestion));
    },
  };
}
