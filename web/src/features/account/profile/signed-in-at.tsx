// The sessions of the account, with a button to revoke each.
import type { OwnSession } from '@lectern/contract/identity/auth';
import { Badge, Button, Group } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { setupStatus } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { toClientName } from '../../../ui/manage/client-name.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';

const ownSessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/v1/auth/sessions', {}, { signal }),
  staleTime: 0,
});

export function SignedInAt() {
  const t = useTranslate();
  const format = useFormat();
  const { data, error, refetch } = useQuery(ownSessions);
  const { data: status } = useQuery(setupStatus);
  const { act, runAction } = useAction(['sessions']);
  const end = ({ id }: OwnSession, name: string) =>
    act({
      work: () => call('DELETE /api/v1/auth/sessions/{id}', { params: { id } }),
      done: t('account.signedOutThere', { name }),
    });
  const endOthers = () =>
    openConfirmation({
      title: t('account.signOutElsewhereTitle'),
      text: t('account.signOutElsewhereText'),
      action: t('account.signOutElsewhere'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/auth/sessions'),
          done: t('account.signedOutElsewhere'),
        }),
    });
  return (
    <PageSection title={t('account.sessions')} text={t('account.sessionsText')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Rows label={t('account.sessions')}>
        {data?.map((session) => {
          const name = toClientName(session.client) ?? t('account.someClient');
          return (
            <Row
              key={session.id}
              title={name}
              badges={session.isCurrent && <Badge variant="light">{t('account.inUse')}</Badge>}
              lines={[
                `${t('account.lastSeen', { when: format.ago(session.lastSeenAt) })} · ${t(
                  'account.signedInSince',
                  {
                    date: format.date(session.createdAt),
                  },
                )}`,
              ]}
              actions={
                !session.isCurrent && (
                  <Button
                    variant="default"
                    aria-label={t('account.signOutNamed', { name })}
                    onClick={() => end(session, name)}
                  >
                    {t('account.signOut')}
                  </Button>
                )
              }
            />
          );
        })}
      </Rows>
      <Group gap="xs">
        {status?.quickConnectEnabled && (
          <ButtonLink to="/connect" variant="default">
            {t('quickConnect.title')}
          </ButtonLink>
        )}
        {data && data.length > 1 && (
          <Button variant="default" onClick={endOthers}>
            {t('account.signOutElsewhere')}
          </Button>
        )}
      </Group>
    </PageSection>
  );
}
