// API keys of one user or of all users. Users can create keys only for themselves.
import type { ApiKey } from '@lectern/contract/identity/api-keys';
import { Badge, Button, Code, Group, Menu, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { me } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Row, RowMenu, Rows } from '../../../ui/manage/rows.tsx';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import type { Owner } from './owner.ts';
import { apiKeyList } from './queries.ts';
import { useApiKeyActions } from './use-api-key-actions.ts';

interface Props {
  /** Id of a user, `all` for all users, or undefined for the current user. */
  userId?: string;
  /** The owner of a key. The current user by default. */
  toOwner?(userId: string): Owner | undefined;
}

export function ApiKeyList({ userId, toOwner }: Props) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<ApiKey | 'new'>();
  const [secret, setSecret] = useState<Secret>();
  const { data, error, refetch } = useQuery({
    ...apiKeyList(userId, page),
    placeholderData: keepPreviousData,
  });
  const { data: self } = useQuery(me);
  const ownerOf = (key: ApiKey): Owner | undefined => (toOwner ? toOwner(key.userId) : self);
  /** Keys of other users can only be restricted, disabled or deleted. */
  const isOwn = (key: ApiKey) => key.userId === self?.id;
  const acts = useApiKeyActions();
  const mayWrite = userId === undefined ? hasPermission('api-keys:write') : hasPermission('users:write');
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.apiKeys.list')} />;
  return (
    <>
      <ApiKeyDialog
        open={open}
        owner={open && open !== 'new' ? ownerOf(open) : self}
        onClose={() => setOpen(undefined)}
        onMade={setSecret}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      {data.total === 0 && <Text c="dimmed">{t('administration.apiKeys.none')}</Text>}
      <Rows label={t('administration.apiKeys.list')}>
        {data.data.map((key) => (
          <Row
            key={key.id}
            title={key.name}
            badges={<State of={key} />}
            lines={[<Facts key="facts" of={key} owner={ownerOf(key)} isNamed={userId === 'all'} />]}
            actions={
              mayWrite && (
                <>
                  {isOwn(key) && (
                    <Button
                      variant="default"
                      onClick={() => setOpen(key)}
                      aria-label={t('administration.apiKeys.editNamed', { name: key.name })}
                    >
                      {t('administration.apiKeys.edit')}
                    </Button>
                  )}
                  <RowMenu name={key.name}>
                    {(isOwn(key) || key.isActive) && (
                      <Menu.Item onClick={() => acts.activate(key, !key.isActive, isOwn(key))}>
                        {t(
                          key.isActive
                            ? 'administration.apiKeys.switchOff'
                            : 'administration.apiKeys.switchOn',
                        )}
                      </Menu.Item>
                    )}
                    <Menu.Item color="red" onClick={() => openConfirmation(acts.remove(key))}>
                      {t('administration.apiKeys.remove')}
                    </Menu.Item>
                  </RowMenu>
                </>
              )
            }
          />
        ))}
      </Rows>
      <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
      {userId === undefined && mayWrite && (
        <Group>
          <Button leftSection={<IconKey size={16} />} onClick={() => setOpen('new')}>
            {t('administration.apiKeys.make')}
          </Button>
        </Group>
      )}
    </>
  );
}

function State({ of: { isActive, expiresAt } }: { of: ApiKey }) {
  const t = useTranslate();
  const isOver = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  if (isActive && !isOver) return null;
  return (
    <Badge color={isOver ? 'red' : 'gray'} variant="light">
      {t(isOver ? 'administration.apiKeys.expired' : 'administration.apiKeys.off')}
    </Badge>
  );
}

interface FactsProps {
  of: ApiKey;
  owner: Owner | undefined;
  isNamed: boolean;
}

function Facts({ of: key, owner, isNamed }: FactsProps) {
  const t = useTranslate();
  const format = useFormat();
  const isAll = key.permissions.length >= (owner?.permissions.length ?? Number.POSITIVE_INFINITY);
  const facts = [
    isNamed && owner && t('administration.apiKeys.of', { name: owner.username }),
    key.lastUsedAt
      ? t('administration.apiKeys.lastUsed', { when: format.ago(key.lastUsedAt) })
      : t('administration.apiKeys.neverUsed'),
    key.expiresAt && t('administration.apiKeys.expires', { date: format.date(key.expiresAt) }),
    isAll
      ? t('administration.apiKeys.mayAll')
      : t('administration.apiKeys.maySome', { count: key.permissions.length }),
  ];
  return (
    <>
      <Code>{key.keyPrefix}…</Code> {facts.filter(Boolean).join(' · ')}
    </>
  );
}
