// Creates a link by which another user sets a new password.
import { isNoAddress } from '@lectern/contract/identity/no-address';
import type { User } from '@lectern/contract/identity/users';
import { Button, Checkbox, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, toUrl } from '../../../api/call.ts';
import { setupStatus } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { MailResult } from '../mail/mail-result.tsx';

const periods = [1, 24, 72, 168] as const;

export function ResetLink({ user: { id, username, email, isActive } }: { user: User }) {
  const t = useTranslate();
  const format = useFormat();
  const { act, isBusy } = useAction();
  const { data: status } = useQuery(setupStatus);
  const language = useLanguage();
  const [sendMail, setSendMail] = useState(false);
  const [hours, setHours] = useState('24');
  const [shown, setShown] = useState<Secret>();
  const create = async () => {
    const { secret, expiresAt, mailError } = await call('POST /api/v1/users/{id}/password-reset', {
      params: { id },
      body: { expiresInHours: Number(hours), ...(sendMail && { sendMail, language }) },
    });
    const link = toUrl(`reset#${secret}`);
    setShown({
      title: t('administration.users.resetLinkFor', { name: username }),
      lines: [{ label: t('administration.users.resetLink'), value: link }],
      link,
      text: (
        <>
          <MailResult to={sendMail ? email : null} error={mailError} />
          <Text size="sm">
            {t('administration.users.resetLinkText', { name: username, when: format.dateTime(expiresAt) })}
          </Text>
        </>
      ),
    });
  };
  return (
    <>
      {status?.mailEnabled && !isNoAddress(email) && (
        <Checkbox
          label={t('administration.users.sendResetLink', { to: email })}
          checked={sendMail}
          onChange={(event) => setSendMail(event.currentTarget.checked)}
        />
      )}
      <Group align="flex-end" gap="xs">
        <Select
          label={t('administration.users.resetLinkValidFor')}
          data={periods.map((count) => ({
            value: String(count),
            label:
              count < 24
                ? t('administration.users.resetLinkHours', { count })
                : t('administration.invitations.days', { count: count / 24 }),
          }))}
          value={hours}
          allowDeselect={false}
          onChange={(next) => next && setHours(next)}
        />
        <Button variant="default" loading={isBusy} disabled={!isActive} onClick={() => act({ work: create })}>
          {t('administration.users.createResetLink')}
        </Button>
      </Group>
      <SecretDialog secret={shown} onClose={() => setShown(undefined)} />
    </>
  );
}
