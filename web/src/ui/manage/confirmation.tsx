// Asks before an action that cannot be undone. For severe actions, the user must type a name.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { closeModal, openModal } from './modals-host.tsx';

export interface Question {
  title: string;
  /** Describes what is lost and what is kept. */
  text: ReactNode;
  /** Label of the confirming button. */
  action: string;
  /** Label of the other button. "Cancel" by default. */
  cancel?: string;
  /** The text that the user must type. */
  typed?: string;
  /** On failure, the dialog stays open and shows the error. */
  act(): Promise<unknown>;
  /** Called when the dialog closes, also after the action. */
  onClose?(): void;
}

const modalId = 'confirmation';

/**
 * Opens a dialog that runs the action of the question. Opens and reports its end after the current event: all dialogs
 * listen for the Escape key, and one press must not reach two of them.
 */
export function openConfirmation({ title, onClose, ...question }: Question): void {
  focusMenuButton();
  const open = () =>
    openModal({
      modalId,
      title: <b>{title}</b>,
      onClose: () => window.setTimeout(() => onClose?.()),
      children: <Confirmation {...question} onClose={() => closeModal(modalId)} />,
    });
  // Without `flushSync`, the dialog takes the focus before it stores the element to return it to.
  window.setTimeout(() => flushSync(open));
}

/** The item of a menu disappears. Its menu's button gets the focus back after the dialog. */
function focusMenuButton(): void {
  const menu = document.activeElement?.closest('[role=menu]');
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')?.focus();
}

interface Props extends Omit<Question, 'title'> {
  /** Blocks the action while its facts are loading. */
  isLoading?: boolean;
  onClose(): void;
  /** Called after the action succeeded and the dialog closed. */
  onDone?(): void;
}

/** The content of a confirmation dialog. */
export function Confirmation({
  text,
  action,
  cancel,
  typed,
  act,
  isLoading = false,
  onClose,
  onDone,
}: Props) {
  const t = useTranslate();
  const form = useForm({ initialValues: { word: '' } });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (confirmed: Pick<Props, 'act' | 'onDone'>) => confirmed.act(),
    onSuccess(_, confirmed) {
      onClose();
      confirmed.onDone?.();
    },
  });
  const isReady = typed === undefined || form.values.word.trim() === typed.trim();
  const isBusy = isPending || isLoading;
  const submit = form.onSubmit(() => {
    // The action may refetch what the callbacks depend on: those of the confirmed question count.
    if (isReady && !isBusy) mutate({ act, onDone });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        {error && (
          <Alert color="red" role="alert">
            {describeError(error)}
          </Alert>
        )}
        <Text component="div">{text}</Text>
        {typed !== undefined && (
          <TextInput
            data-autofocus
            label={t('ui.manage.typeToConfirm', { word: typed })}
            autoComplete="off"
            {...form.getInputProps('word')}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus={typed === undefined || undefined}>
            {cancel ?? t('ui.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!isReady} loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
