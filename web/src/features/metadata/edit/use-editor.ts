// The state of the metadata editor: drafts, locks, errors, saving.

import type { MetadataOrigin } from '@lectern/contract/libraries/metadata';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../api/call.ts';
import type { Input } from '../../../api/routes.ts';
import { describeIssue, readIssues } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, showToast } from '../../../ui/toasts.tsx';
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
  fault(name: FieldName): string | undefined;
  changeCount: number;
  save(): void;
  isSaving: boolean;
}

interface Options {
  noun: Noun;
  id: string;
  metadata: Metadata;
  onSaved(): void;
}

export function useEditor({ noun, id, metadata, onSaved }: Options): Editor {
  const t = useTranslate();
  const fields = toGroups(noun).flatMap((group) => group.fields);
  // The values when the editor was opened.
  const [before] = useState(() => ({ drafts: toDrafts(fields, metadata), locks: metadata.locks }));
  const [drafts, setDrafts] = useState<Named<Draft>>(before.drafts);
  const [locks, setLocks] = useState<Record<string, boolean>>(before.locks);
  const [faults, setFaults] = useState<Named<string>>({});
  const wasLocked = (name: FieldName) => before.locks[name] ?? false;
  const isLocked = (name: FieldName) => locks[name] ?? false;
  const isTyped = (name: FieldName) => !isSame(drafts[name], before.drafts[name]);
  const changed = fields.filter(({ name }) => isTyped(name) || isLocked(name) !== wasLocked(name));
  const mutation = useSave({ noun, id, onSaved, onFaults: setFaults });
  const save = () => {
    const found: Named<string> = {};
    const patch: Named<unknown> = {};
    for (const field of fields.filter(({ name }) => isTyped(name))) {
      const meaning = readDraft(field, drafts[field.name] ?? '');
      if ('fault' in meaning) found[field.name] = t(`metadata.${meaning.fault}`);
      else patch[field.name] = meaning.value;
    }
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const others = changed.filter(({ name }) => !isTyped(name));
    mutation.mutate({ patch, locks: Object.fromEntries(others.map(({ name }) => [name, isLocked(name)])) });
  };
  return {
    fields,
    draft: (name) => drafts[name] ?? '',
    set(name, draft) {
      setDrafts((all) => ({ ...all, [name]: draft }));
      setLocks((all) => ({ ...all, [name]: true }));
      setFaults((all) => ({ ...all, [name]: undefined }));
    },
    isLocked,
    setLock(name, locked) {
      setLocks((all) => ({ ...all, [name]: locked }));
      if (!locked) setDrafts((all) => ({ ...all, [name]: before.drafts[name] }));
      setFaults((all) => ({ ...all, [name]: undefined }));
    },
    goesBack: (name) => wasLocked(name) && !isLocked(name),
    origin: (name) => (isTyped(name) ? undefined : metadata.origins[name]),
    fault: (name) => faults[name],
    changeCount: changed.length,
    save,
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
  onFaults(faults: Named<string>): void;
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

/** The server's validation issues by field. Paths have the form `body.authors.0.name`. */
function toFaults(error: unknown): Named<string> {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return {};
  return Object.fromEntries(
    readIssues(error.details).map((issue) => [
      issue.path.replace(/^body[.]/, '').split('.')[0],
      describeIssue(issue),
    ]),
  );
}
