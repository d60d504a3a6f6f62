// Changes the destination and the naming metadata of a file in the drop folder, and shows the resulting path.
import type { DroppedFile, EditDropped } from '@lectern/contract/ingest/drop-folder';
import { keysOf } from '@lectern/contract/records';
import { Alert, Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { libraries } from '../../api/queries.ts';
import { describeError } from '../../i18n/errors.ts';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/manage/dialog.tsx';

interface Props {
  file: DroppedFile;
  onClose(): void;
}

const typingMs = 400;
const numbers = ['volume', 'chapter', 'number', 'year'] as const;

export function EditDialog({ file, onClose }: Props) {
  const t = useTranslate();
  const [shown, setShown] = useState(file);
  const [fields, setFields] = useState(file.fields);
  const [error, setError] = useState<unknown>();
  const save = (body: EditDropped) =>
    call('PATCH /api/v1/drop-folder/files/{id}', { params: { id: file.id }, body }).then(
      (saved) => {
        setShown(saved);
        setError(undefined);
        return saved;
      },
      (fault: unknown) => setError(fault),
    );
  const saveSoon = useDebouncedCallback((body: EditDropped) => void save(body), {
    delay: typingMs,
    flushOnUnmount: true,
  });
  const type = (change: Partial<DroppedFile['fields']>) => {
    const next = { ...fields, ...change };
    setFields(next);
    saveSoon(toChanges(next, shown.fields));
  };
  const reset = async () => {
    saveSoon.cancel();
    const none = { series: null, volume: null, chapter: null, number: null, title: null, year: null };
    const saved = await save({ ...none, libraryId: null, root: null, target: null });
    if (saved) setFields(saved.fields);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveSoon.flush();
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} size="lg" title={t('dropFolder.editTitle')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {file.path}
          </Text>
          <PlaceOf file={shown} onSave={(body) => void save(body)} />
          <ValueFields fields={fields} onChange={type} />
          <OwnPath target={shown.target} onSave={(target) => void save({ target })} />
          <Preview file={shown} error={error} />
          <Group justify="flex-end">
            <Button variant="default" disabled={!shown.isEdited} onClick={() => void reset()}>
              {t('dropFolder.reset')}
            </Button>
            <Button type="submit">{t('dropFolder.done')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface PlaceOfProps {
  file: DroppedFile;
  onSave(body: EditDropped): void;
}

function PlaceOf({ file: { library }, onSave }: PlaceOfProps) {
  const t = useTranslate();
  const { data } = useQuery(libraries);
  const roots = data?.data.find(({ id }) => id === library?.id)?.paths ?? [];
  return (
    <Group grow align="flex-end">
      <Select
        label={t('uploads.library')}
        placeholder={t('dropFolder.chooseLibrary')}
        data={data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={library?.id ?? null}
        allowDeselect={false}
        onChange={(libraryId) => libraryId && onSave({ libraryId, root: null })}
      />
      {roots.length > 1 && (
        <Select
          label={t('uploads.root')}
          data={roots.map((path, index) => ({ value: String(index), label: path }))}
          value={String(library?.root ?? 0)}
          allowDeselect={false}
          onChange={(root) => root !== null && onSave({ root: Number(root) })}
        />
      )}
    </Group>
  );
}

interface ValueFieldsProps {
  fields: DroppedFile['fields'];
  onChange(change: Partial<DroppedFile['fields']>): void;
}

function ValueFields({ fields, onChange }: ValueFieldsProps) {
  const t = useTranslate();
  return (
    <>
      <TextInput
        label={t('dropFolder.field_series')}
        value={fields.series}
        maxLength={300}
        onChange={(event) => onChange({ series: event.currentTarget.value })}
      />
      <Group grow>
        {numbers.map((name) => (
          <TextInput
            key={name}
            label={t(`dropFolder.field_${name}`)}
            value={fields[name]}
            maxLength={name === 'year' ? 4 : 20}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        ))}
      </Group>
      <TextInput
        label={t('dropFolder.field_title')}
        value={fields.title}
        maxLength={300}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
    </>
  );
}

/** Fields that the user has not edited keep the detected value. */
const toChanges = (fields: DroppedFile['fields'], before: DroppedFile['fields']): EditDropped =>
  Object.fromEntries(
    keysOf(fields)
      .filter((name) => fields[name] !== before[name])
      .map((name) => [name, fields[name]]),
  );

/** Replaces the naming pattern. */
function OwnPath({ target, onSave }: { target: string | null; onSave(target: string | null): void }) {
  const t = useTranslate();
  const [path, setPath] = useState<string>();
  const soon = useDebouncedCallback((text: string) => onSave(text.trim() === '' ? null : text), {
    delay: typingMs,
    flushOnUnmount: true,
  });
  if (path === undefined)
    return (
      <Button
        variant="subtle"
        style={{ alignSelf: 'flex-start' }}
        disabled={target === null}
        onClick={() => setPath(target ?? '')}
      >
        {t('dropFolder.ownPath')}
      </Button>
    );
  return (
    <TextInput
      label={t('dropFolder.path')}
      description={t('dropFolder.pathHint')}
      value={path}
      maxLength={1000}
      onChange={(event) => {
        setPath(event.currentTarget.value);
        soon(event.currentTarget.value);
      }}
    />
  );
}

function Preview({ file: { target, problem }, error }: { file: DroppedFile; error: unknown }) {
  const t = useTranslate();
  return (
    <Stack gap="xs" aria-live="polite">
      {error !== undefined && <Alert color="red">{describeError(error)}</Alert>}
      {problem && (
        <Alert color="red" py="xs">
          {describeReason(problem)}
        </Alert>
      )}
      {target !== null && (
        <div>
          <Text size="sm" fw={600}>
            {t('dropFolder.target')}
          </Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{target}</Code>
        </div>
      )}
    </Stack>
  );
}
