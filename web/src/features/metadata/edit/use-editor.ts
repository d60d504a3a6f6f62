// The state of the metadata editor: drafts, locks, errors, saving.

import type { MetadataOrigin } from '@lectern/contract/libraries/metadata';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, call } from '../../../api/call.ts';
import type { Input } from '../../../api/routes.ts';
import { describeIssue, readIssues } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, showToast } from '../../../ui/toasts/toasts.tsx';
import { type Draft, isSame, readDraft, toDraft } from './draft.ts';
import { type Field, type FieldName, type Metadata, type Noun, toGroups } from './fields.ts';

type Named<T> = Partial<Record<FieldName, T>>;

export interface Editor {
  fields: readonly Field[];
  draft(name: FieldName): Draft;
  /** Also locks the field. */
  set(name: FieldName, draft: Draft): void;
  isLocked(name: FieldName): boolean;
  /** Unlocking discards the change: the next scan sets the field from the file. */
  setLock(name: FieldName, isLocked: boolean): void;
  goesBack(name: FieldName): boolean;
  /** The source of the value at opening, while the value is unchanged. */
  origin(name: FieldName): MetadataOrigin | undefined;
  fault(name: FieldName): ReactNode;
  changeCount: number;
  submit(event: FormEvent<HTMLFormElement>): void;
  isSaving: boolean;
}

interface Options {
  noun: Noun;
  id: string;
  metadata: Metadata;
  onSaved(): void;
}

interface Values {
  drafts: Named<Draft>;
  locks: Record<string, boolean>;
}

export function useEditor({ noun, id, metadata, onSaved }: Options): Editor {
  const t = useTranslate();
  const fields = toGroups(noun).flatMap((group) => group.fields);
  // The values when the editor was opened.
  const [before] = useState<Values>(() => ({ drafts: toDrafts(fields, metadata), locks: metadata.locks }));
  const listTyped = ({ drafts }: Values) =>
    fields.filter(({ name }) => !isSame(drafts[name], before.drafts[name]));
  const form = useForm<Values>({
    initialValues: before,
    validate: (values) =>
      Object.fromEntries(
        listTyped(values).flatMap((field) => {
          const meaning = readDraft(field, values.drafts[field.name] ?? '');
          return 'fault' in meaning ? [[`drafts.${field.name}`, t(`metadata.${meaning.fault}`)]] : [];
        }),
      ),
  });
  const mutation = useSave({ noun, id, onSaved, onFaults: form.setErrors });
  const { drafts, locks } = form.values;
  const wasLocked = (name: FieldName) => before.locks[name] ?? false;
  const isLocked = (name: FieldName) => locks[name] ?? false;
  const typed = new Set(listTyped(form.values).map(({ name }) => name));
  const isChanged = (name: FieldName) => typed.has(name) || isLocked(name) !== wasLocked(name);
  const changed = fields.filter(({ name }) => isChanged(name));
  const submit = form.onSubmit((values) => {
    const patch: Named<unknown> = {};
    for (const field of listTyped(values)) {
      const meaning = readDraft(field, values.drafts[field.name] ?? '');
      if ('value' in meaning) patch[field.name] = meaning.value;
    }
    const others = changed.filter(({ name }) => !typed.has(name));
    mutation.mutate({ patch, locks: Object.fromEntries(others.map(({ name }) => [name, isLocked(name)])) });
  });
  return {
    fields,
    draft: (name) => drafts[name] ?? '',
    set(name, draft) {
      form.setFieldValue(`drafts.${name}`, draft);
      form.setFieldValue(`locks.${name}`, true);
    },
    isLocked,
    setLock(name, locked) {
      form.setFieldValue(`locks.${name}`, locked);
      form.clearFieldError(`drafts.${name}`);
      if (!locked) form.setFieldValue(`drafts.${name}`, before.drafts[name]);
    },
    goesBack: (name) => wasLocked(name) && !isLocked(name),
    origin: (name) => (typed.has(name) ? undefined : metadata.origins[name]),
    fault: (name) => form.errors[`drafts.${name}`],
    changeCount: changed.length,
    submit,
    isSaving: mutation.isPending,
  };
}

const toDrafts = (fields: readonly Field[], metadata: Metadata): Named<Draft> =>
  Object.fromEntries(
    fields.map((field) => [field.name, toDraft(field, (metadata as Named<unknown>)[field.name])]),
  );

interface Change {
  patch: Named<unknown>;
  locks: Record<string, boolean>;
}
type Patch = Input<'PATCH /api/v1/books/{id}/metadata'>['body'] &
  Input<'PATCH /api/v1/series/{id}/metadata'>['body'];

interface SaveOptions extends Pick<Options, 'noun' | 'id' | 'onSaved'> {
  onFaults(faults: Record<string, string>): void;
}

function useSave({ noun, id, onSaved, onFaults }: SaveOptions) {
  const t = useTranslate();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ patch, locks }: Change) => {
      const params = { id };
      // Each value has the type of its field. The server validates it again.
      const body = patch as Patch;
      if (Object.keys(patch).length > 0) await call(`PATCH /api/v1/${noun}/{id}/metadata`, { params, body });
      if (Object.keys(locks).length > 0)
        await call(`PUT /api/v1/${noun}/{id}/metadata/locks`, { params, body: locks });
    },
    onSuccess: () => {
      showToast(t('metadata.saved'));
      onSaved();
    },
    onError: (error) => {
      const faults = toFaults(error);
      if (Object.keys(faults).length > 0) onFaults(faults);
      else showError(error);
    },
    onSettled: refresh,
  });
}

/** Invalidates everything that shows metadata. */
export function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [['books'], ['series'], ['facets']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}

/** The server's validation issues by path in the form. Their paths have the form `body.authors.0.name`. */
function toFaults(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return {};
  return Object.fromEntries(
    readIssues(error.details).map((issue) => [
      `drafts.${issue.path.replace(/^body[.]/, '').split('.')[0]}`,
      describeIssue(issue),
    ]),
  );
}
