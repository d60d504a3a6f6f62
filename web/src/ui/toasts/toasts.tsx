// Toasts for completed actions, with an undo button if possible, and for failures.
import { Button, Group, type NotificationProps, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications, notificationsStore } from '@mantine/notifications';
import { describeError } from '../../i18n/errors.ts';
import { translate } from '../../i18n/translate.ts';

/** Long enough to read it and to reach the button (WCAG 2.2.1). */
const shownMs = 8_000;
const maxToasts = 3;
/** On touch screens, a tap counts as hovering until the next tap elsewhere, which would keep a toast. */
const maxShownMs = 30_000;

/** Reports a completed action. `undo` reverts it. */
export function showToast(message: string, undo?: () => unknown): void {
  const id = randomId();
  const revert = () => {
    notifications.hide(id);
    void undo?.();
  };
  show(id, shownMs, {
    color: 'amber',
    role: 'status',
    children: (
      <Group justify="space-between" wrap="nowrap">
        <Message>{message}</Message>
        {undo && (
          <Button size="compact-sm" variant="subtle" flex="none" onClick={revert}>
            {translate('ui.undo')}
          </Button>
        )}
      </Group>
    ),
  });
}

/** Reports a failure: an error, or a sentence. */
export function showError(error: unknown): void {
  const message = typeof error === 'string' ? error : describeError(error);
  show(randomId(), 2 * shownMs, { color: 'red', role: 'alert', children: <Message>{message}</Message> });
}

const Message = ({ children }: { children: string }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);

/** Replaces the oldest toast: the library would make the new one wait. */
function show(id: string, autoClose: number, { children, ...props }: Partial<NotificationProps>): void {
  notifications.updateState(notificationsStore, (shown) => shown.slice(1 - maxToasts));
  notifications.show({
    ...props,
    id,
    autoClose,
    message: children,
    withBorder: true,
    closeButtonProps: { 'aria-label': translate('ui.close') },
  });
  window.setTimeout(() => notifications.hide(id), maxShownMs);
}
