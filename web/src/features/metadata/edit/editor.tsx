// Edits the metadata of a series or book. Asks before changes are discarded.
import { Button, Group, Modal, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation, type Question } from '../../../ui/manage/confirmation.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
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
  const [isAsking, setAsking] = useState(false);
  const editor = useEditor({ noun, id, metadata, onSaved: onClose });
  const isDirty = editor.changeCount > 0;
  const confirm = ({ onClose: onAnswer, ...question }: Question) => {
    setAsking(true);
    openConfirmation({
      ...question,
      onClose() {
        setAsking(false);
        onAnswer?.();
      },
    });
  };
  /** Closes the editor. Returns false if the user keeps editing. */
  const close = async (): Promise<boolean> => {
    const isConfirmed =
      !isDirty ||
      (await new Promise<boolean>((resolve) =>
        confirm({
          title: t('metadata.discardTitle'),
          text: t('metadata.discardText'),
          action: t('metadata.discard'),
          cancel: t('metadata.keepEditing'),
          act: async () => resolve(true),
          onClose: () => resolve(false),
        }),
      ));
    if (isConfirmed) onClose();
    return isConfirmed;
  };
  useBlocker({ shouldBlockFn: async () => isDirty && !(await close()), enableBeforeUnload: isDirty });
  const reset = useReset({ noun, id, onDone: onClose });
  const confirmReset = () =>
    confirm({
      title: t('metadata.resetAll'),
      text: t('metadata.resetAllHint'),
      action: t('metadata.resetAll'),
      act: reset,
    });
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!isAsking}
      title={t(noun === 'books' ? 'metadata.editBook' : 'metadata.editSeries')}
      size={880}
      fullScreen={isNarrow ?? false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Form noun={noun} editor={editor} onReset={confirmReset} onCancel={close} />
    </Modal>
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
  const form = useRef<HTMLFormElement>(null);
  const faulty = editor.fields.find(({ name }) => editor.fault(name))?.name;
  useEffect(() => {
    if (faulty)
      form.current?.querySelector<HTMLElement>(`[data-field=${faulty}] :is(input, textarea)`)?.focus();
  }, [faulty]);
  return (
    <form ref={form} onSubmit={editor.submit} noValidate>
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
  return async () => {
    try {
      await call(`DELETE /api/v1/${noun}/{id}/metadata`, { params: { id } });
    } finally {
      await refresh();
    }
    showToast(t('metadata.saved'));
    onDone();
  };
}
