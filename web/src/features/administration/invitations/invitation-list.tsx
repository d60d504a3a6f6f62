// The invitations of the user, and for administrators those of all users.
import type { Invitation } from '@lectern/contract/identity/invitations';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { invitationList } from './queries.ts';

export function InvitationList() {
  const t = useTranslate();
  const { data = [] } = useQuery(invitationList);
  if (data.length === 0) return null;
  return (
    <PageSection
      title={t('administration.invitations.title')}
      text={t('administration.invitations.titleText')}
    >
      <Rows label={t('administration.invitations.title')}>
        {data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </Rows>
    </PageSection>
  );
}

const colors = { open: 'green', used: 'gray', expired: 'yellow', revoked: 'red' } as const;

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useTranslate();
  const format = useFormat();
  const { runAction } = useAction(['users', 'invitations']);
  const { id, state, note, email, role, account, inviter, createdAt, expiresAt, usedAt } = invitation;
  const name = note ?? account?.username ?? email ?? t('administration.invitations.unnamed');
  const revoke = () =>
    openConfirmation({
      title: t('administration.invitations.revokeTitle', { name }),
      text: t('administration.invitations.revokeText'),
      action: t('administration.invitations.revoke'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/users/invitations/{id}', { params: { id } }),
          done: t('administration.invitations.wasRevoked', { name }),
        }),
    });
  return (
    <Row
      title={name}
      badges={
        <>
          <Badge variant="light" color={colors[state]}>
            {t(`administration.invitations.${state}`)}
          </Badge>
          <Badge variant="light">{t(`administration.permissions.${role}`)}</Badge>
        </>
      }
      lines={[
        t('administration.invitations.createdBy', {
          name: inviter?.username ?? t('administration.invitations.deletedUser'),
          when: format.ago(createdAt),
        }),
        email !== null && t('administration.mail.sentTo', { to: email }),
        state === 'open' && t('administration.invitations.until', { when: format.dateTime(expiresAt) }),
        usedAt !== null &&
          t('administration.invitations.joined', {
            name: account?.username ?? t('administration.invitations.deletedUser'),
            when: format.ago(usedAt),
          }),
      ]}
      actions={
        state === 'open' && (
          <Button
            variant="default"
            onClick={revoke}
            aria-label={t('administration.invitations.revokeNamed', { name })}
          >
            {t('administration.invitations.revoke')}
          </Button>
        )
      }
    />
  );
}
