// Edits the metadata of a series or book. Asks before changes are discarded.
import { Button, Group, Modal, Text, Title } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showError, showToast } from '../../../ui/toasts.tsx';
import classes from './editor.module.css';
import { type Metadata, type Noun, toGroups } from './fields.ts';
import { LockedField } from './locked-field.tsx';
import { type Editor, useEditor, useRefresh } from './use-editor.ts';

export interface EditorProps {
  noun: Noun;
  id: string;
  metadata: Metadata;
  onClose(): void;
}

export function MetadataEditor({ noun, id, metadata, onClose }: EditorProps) {
  const t = useTranslate();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const [isAsking, asking] = useDisclosure(false);
  const [isResetting, resetting] = useDisclosure(false);
  const editor = useEditor({ noun, id, metadata, onSaved: onClose });
  const isDirty = editor.changeCount > 0;
  const leaving = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const isLeaving = leaving.status === 'blocked';
  const reset = useReset({ noun, id, onDone: onClose });
  return (
    <>
      <Modal
        opened
        onClose={isDirty ? asking.open : onClose}
        title={t(noun === 'books' ? 'metadata.editBook' : 'metadata.editSeries')}
        size={880}
        fullScreen={isNarrow ?? false}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Form
          noun={noun}
          editor={editor}
          onReset={resetting.open}
          onCancel={isDirty ? asking.open : onClose}
        />
      </Modal>
      <ConfirmDialog
        isOpen={isAsking || isLeaving}
        title={t('metadata.discardTitle')}
        confirmLabel={t('metadata.discard')}
        cancelLabel={t('metadata.keepEditing')}
        onCancel={() => {
          asking.close();
          leaving.reset?.();
        }}
        onConfirm={() => {
          if (isLeaving) leaving.proceed();
          onClose();
        }}
      >
        {t('metadata.discardText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isResetting}
        title={t('metadata.resetAll')}
        confirmLabel={t('metadata.resetAll')}
        isPending={reset.isPending}
        onCancel={resetting.close}
        onConfirm={() => reset.mutate()}
      >
        {t('metadata.resetAllHint')}
      </ConfirmDialog>
    </>
  );
}

interface FormProps {
  noun: Noun;
  editor: Editor;
  onReset(): void;
  onCancel(): void;
}

function Form({ noun, editor, onReset, onCancel }: FormProps) {
  const t = useTranslate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    editor.save();
  };
  const form = useRef<HTMLFormElement>(null);
  const faulty = editor.fields.find(({ name }) => editor.fault(name))?.name;
  useEffect(() => {
    if (faulty)
      form.current?.querySelector<HTMLElement>(`[data-field=${faulty}] :is(input, textarea)`)?.focus();
  }, [faulty]);
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Text size="sm" c="dimmed" mb="md">
        {t('metadata.locksExplained')}
      </Text>
      {toGroups(noun).map(({ title, fields }) => (
        <section key={title} aria-label={t(title)} className={classes.group}>
          <Title order={3} size="h5" mb="xs">
            {t(title)}
          </Title>
          <div className={classes.fields}>
            {fields.map((field) => (
              <LockedField key={field.name} field={field} editor={editor} />
            ))}
          </div>
        </section>
      ))}
      <div className={classes.foot}>
        {faulty && (
          <Text size="sm" c="red" role="alert" mb="xs">
            {t('metadata.faultsFound')}
          </Text>
        )}
        <Group justify="space-between">
          <Button variant="subtle" color="red" onClick={onReset}>
            {t('metadata.resetAll')}
          </Button>
          <Group gap="xs">
            <Text size="sm" c="dimmed" aria-live="polite">
              {editor.changeCount > 0 && t('metadata.changes', { count: editor.changeCount })}
            </Text>
            <Button variant="default" onClick={onCancel}>
              {t('metadata.cancel')}
            </Button>
            <Button type="submit" loading={editor.isSaving} disabled={editor.changeCount === 0}>
              {t('metadata.save')}
            </Button>
          </Group>
        </Group>
      </div>
    </form>
  );
}

function useReset({ noun, id, onDone }: { noun: Noun; id: string; onDone(): void }) {
  const t = useTranslate();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call(`DELETE /api/v1/${noun}/{id}/metadata`, { params: { id } }),
    onSuccess: () => {
      showToast(t('metadata.saved'));
      onDone();
    },
    onError: showError,
    onSettled: refresh,
  });
}
