import { Button, Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadMessages } from '../i18n/messages.ts';
import { openConfirmation, type Question } from '../ui/manage/confirmation.tsx';
import { Dialog } from '../ui/manage/dialog.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { answer, chooseItem, show } from './show.tsx';

const question = { title: 'Delete Saga?', text: 'All files are deleted.', action: 'Delete' };

const opened = async (more: Pick<Question, 'act' | 'typed'>) => {
  const { user } = show(<Button onClick={() => openConfirmation({ ...question, ...more })}>Ask</Button>, {});
  await loadMessages('en');
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete' });
  return { user, confirm };
};

test('keeps the dialog open and shows the error if the action fails', async () => {
  let attempts = 0;
  const { user, confirm } = await opened({
    async act() {
      attempts++;
      if (attempts === 1) throw new Error('The disk is full');
    },
  });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await user.click(confirm);
  expect((await screen.findByRole('alert')).textContent).toBe('The disk is full');
  await user.click(confirm);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ask'));
  expect(attempts).toBe(2);
});

test('requires the name to be typed', async () => {
  let isDone = false;
  const { user, confirm } = await opened({
    typed: 'Saga',
    async act() {
      isDone = true;
    },
  });
  expect(confirm.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Type Saga to confirm' }), 'Saga{Enter}');
  await waitFor(() => expect(isDone).toBe(true));
});

test('stays open above the dialog that opened it on Escape, and returns the focus to it', async () => {
  const ask = () => openConfirmation({ ...question, act: async () => undefined });
  const { user } = show(
    <Dialog isOpen onClose={ask} title="Editor">
      <Button data-autofocus>Save</Button>
    </Dialog>,
    {},
  );
  const save = await screen.findByRole('button', { name: 'Save' });
  await waitFor(() => expect(document.activeElement).toBe(save));
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: 'Delete Saga?' });
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete Saga?' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(save));
});

test('returns the focus to the button of the menu that opened it', async () => {
  const ask = () => openConfirmation({ ...question, act: async () => undefined });
  const { user } = show(
    <MoreMenu label="More" width={200}>
      <Menu.Item onClick={ask}>Ask</Menu.Item>
    </MoreMenu>,
    {},
  );
  await chooseItem(user, 'More', 'Ask');
  await answer(user, 'Delete Saga?', 'Cancel');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
});
