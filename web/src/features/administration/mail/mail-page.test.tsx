import type { MailStatus } from '@lectern/contract/identity/mail';
import { reason } from '@lectern/contract/reasons';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../../testing/fake-api.ts';
import { answer, choose, fill, self, show } from '../../../testing/show.tsx';
import { MailPage } from './mail-page.tsx';

const server = {
  host: 'smtp.example.org',
  port: 465,
  security: 'tls',
  username: 'library',
  fromAddress: 'library@example.org',
  fromName: 'Lectern',
  hasPassword: true,
  updatedAt: self.createdAt,
} as const;

test('saves a mail server, with the usual port of its encryption', async () => {
  let stored: MailStatus = { server: null, publicUrl: null };
  const { user, changes } = show(<MailPage />, {
    'GET /api/v1/admin/mail': () => stored,
    'PUT /api/v1/admin/mail': () => {
      stored = { ...stored, server };
      return stored;
    },
  });
  await screen.findByText(/^Links need the address of this server/);
  await choose(user, screen.getByRole('combobox', { name: 'Encryption' }), 'TLS');
  await fill(user, screen.getByRole('textbox', { name: 'Mail server' }), 'smtp.example.org');
  await fill(user, screen.getByRole('textbox', { name: 'User name' }), 'library');
  await fill(user, screen.getByLabelText('Password'), 'secret');
  await fill(user, screen.getByRole('textbox', { name: 'Sender address' }), 'library@example.org');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Leave empty to keep the stored password');
  const { hasPassword: _, updatedAt: __, ...saved } = server;
  expect(changes).toEqual([['PUT /api/v1/admin/mail', { ...saved, password: 'secret' }]]);
});

test('sends a test message and shows the response of the mail server', async () => {
  let isReachable = false;
  const { user, changes } = show(<MailPage />, {
    'GET /api/v1/admin/mail': { server, publicUrl: 'https://books.example.org' },
    'POST /api/v1/admin/mail/test': () =>
      isReachable
        ? undefined
        : refuse(
            502,
            'mail_failed',
            reason('mail_unreachable', { host: 'smtp.example.org', response: 'timeout' }),
          ),
  });
  await user.click(await screen.findByRole('button', { name: 'Send test message' }));
  await screen.findByText('The mail server smtp.example.org cannot be reached: timeout');
  isReachable = true;
  await user.click(screen.getByRole('button', { name: 'Send test message' }));
  await screen.findByText(`smtp.example.org accepted the message to ${self.email}.`);
  expect(changes[0]).toEqual(['POST /api/v1/admin/mail/test', { to: self.email, language: 'en' }]);
});

test('removes the mail server after a confirmation', async () => {
  let stored: MailStatus = { server, publicUrl: null };
  const { user } = show(<MailPage />, {
    'GET /api/v1/admin/mail': () => stored,
    'DELETE /api/v1/admin/mail': () => {
      stored = { server: null, publicUrl: null };
      return undefined;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await answer(user, 'Remove the mail server?', 'Remove');
  await screen.findByText('Mail server removed');
  expect(screen.queryByRole('button', { name: 'Send test message' })).toBeNull();
});
