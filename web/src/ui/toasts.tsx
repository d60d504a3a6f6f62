// Toasts for completed actions, with an undo button if possible, and for failures.
import { Affix, Button, Group, Notification, Stack, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { describeError } from '../i18n/errors.ts';
import { useTranslate } from '../i18n/translate.ts';

interface Toast {
  id: number;
  message: string;
  isError: boolean;
  /** Reverts the action. */
  undo?: () => unknown;
}

/** Long enough to read it and to reach the button (WCAG 2.2.1). */
const shownMs = 8_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
const remove = (id: number): void => change(toasts.filter((one) => one.id !== id));

/** Reports a completed action. */
export function showToast(message: string, undo?: () => unknown): void {
  lastId += 1;
  change([...toasts.slice(-2), { id: lastId, message, isError: false, ...(undo && { undo }) }]);
}

/** Reports a failure: an error, or a sentence. */
export function showError(error: unknown): void {
  lastId += 1;
  change([
    ...toasts.slice(-2),
    { id: lastId, message: typeof error === 'string' ? error : describeError(error), isError: true },
  ]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Rendered once in the client. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <Affix
      position={{ bottom: 'calc(16px + var(--lectern-bottom-navigation))', left: 16, right: 16 }}
      style={{ pointerEvents: 'none' }}
      zIndex={400}
    >
      <Stack align="center" gap="xs" aria-live="polite">
        {shown.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </Stack>
    </Affix>
  );
}

function ToastItem({ toast: { id, message, isError, undo } }: { toast: Toast }) {
  const t = useTranslate();
  useEffect(() => {
    const timer = window.setTimeout(() => remove(id), isError ? 2 * shownMs : shownMs);
    return () => window.clearTimeout(timer);
  }, [id, isError]);
  return (
    <Notification
      w="100%"
      maw={420}
      withBorder
      color={isError ? 'red' : 'amber'}
      role={isError ? 'alert' : 'status'}
      style={{ pointerEvents: 'auto' }}
      onClose={() => remove(id)}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="subtle"
            flex="none"
            onClick={() => {
              remove(id);
              void undo();
            }}
          >
            {t('ui.undo')}
          </Button>
        )}
      </Group>
    </Notification>
  );
}
