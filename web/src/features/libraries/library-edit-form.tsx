// All settings of a library, with a preview of a scan.
import type { Library } from '@lectern/contract/libraries';
import { Button, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PageSection } from '../../ui/manage/sections.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Draft, toChange, toDraft, toSeriesConfig } from './draft.ts';
import { FilesFields } from './fields/files.tsx';
import { FoldersField } from './fields/folders.tsx';
import { ProvidersFields } from './fields/providers.tsx';
import { ScansFields } from './fields/scans.tsx';
import { LayoutField, StrategyConfig, TitlesFields } from './fields/structure.tsx';
import classes from './library-edit-form.module.css';
import { ScanPreview } from './scan-preview.tsx';

const typingMs = 500;

export function LibraryEditForm({ library, onDone }: { library: Library; onDone(): void }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['libraries']);
  const [draft, setDraft] = useState(() => toDraft(library));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const [settled] = useDebouncedValue(draft, typingMs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act({
      work: () => call('PATCH /api/v1/libraries/{id}', { params: { id: library.id }, body: toChange(draft) }),
      done: t('libraries.saved', { name: draft.name }),
      after: onDone,
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xl" maw={720}>
        <PageSection title={t('libraries.whatItIs')}>
          <TextInput
            label={t('libraries.name')}
            required
            maxLength={200}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Textarea
            label={t('libraries.description')}
            autosize
            maxLength={10_000}
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <Switch
            label={t('libraries.active')}
            description={t('libraries.activeHint')}
            checked={draft.isActive}
            onChange={(event) => change({ isActive: event.currentTarget.checked })}
          />
          <FoldersField draft={draft} onChange={change} />
        </PageSection>
        <PageSection title={t('libraries.structure')}>
          <LayoutField draft={draft} onChange={change} />
          <StrategyConfig draft={draft} onChange={change} />
          {settled.paths.map((path) => (
            <section key={path} aria-label={t('libraries.whatWouldBeFound', { path })}>
              <ScanPreview
                of={{
                  path,
                  seriesStrategy: settled.seriesStrategy,
                  seriesConfig: toSeriesConfig(settled),
                  allowedFormats: settled.allowedFormats,
                }}
              />
            </section>
          ))}
          <TitlesFields draft={draft} onChange={change} />
        </PageSection>
        <PageSection title={t('libraries.files')}>
          <FilesFields draft={draft} onChange={change} libraryId={library.id} />
        </PageSection>
        <PageSection title={t('libraries.providers.title')}>
          <ProvidersFields draft={draft} onChange={change} />
        </PageSection>
        <PageSection title={t('libraries.scans')}>
          <ScansFields draft={draft} onChange={change} />
        </PageSection>
        <Group className={classes.bar}>
          <Button type="submit" loading={isBusy}>
            {t('libraries.saveChanges')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
