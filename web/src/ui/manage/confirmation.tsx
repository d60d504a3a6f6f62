// Asks before an action that cannot be undone. For severe actions, the user must type a name.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Dialog } from './dialog.tsx';

export interface Question {
  title: string;
  /** Describes what is lost and what is kept. */
  text: ReactNode;
  /** Label of the confirming button. */
  action: string;
  /** The text that the user must type. */
  typed?: string;
  /** On failure, the dialog stays open and shows the error. */
  act(): Promise<unknown>;
}

/** The dialog to render, and the function that opens it. */
export function useConfirm(): [dialog: ReactNode, ask: (question: Question) => void] {
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setOpen] = useState(false);
  const ask = (asked: Question) => {
    setQuestion(asked);
    setOpen(true);
  };
  const dialog = (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={question?.title}>
      {question && <Confirmation question={question} onClose={() => setOpen(false)} />}
    </Dialog>
  );
  return [dialog, ask];
}

function Confirmation({ question, onClose }: { question: Question; onClose(): void }) {
  const t = useTranslate();
  const [word, setWord] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { text, action, typed, act } = question;
  const isReady = typed === undefined || word.trim() === typed.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    try {
      await act();
      onClose();
    } catch (fault) {
      setError(fault);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {error !== undefined && (
          <Alert color="red" role="alert">
            {describeError(error)}
          </Alert>
        )}
        <Text component="div">{text}</Text>
        {typed !== undefined && (
          <TextInput
            data-autofocus
            label={t('ui.manage.typeToConfirm', { word: typed })}
            value={word}
            autoComplete="off"
            onChange={(event) => setWord(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus={typed === undefined || undefined}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!isReady} loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
