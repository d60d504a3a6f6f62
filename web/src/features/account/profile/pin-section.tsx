// The PIN that unlocks the user's profile on devices that several users share.
import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { pinStatus } from '../../../api/queries.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';

export function PinSection() {
  const t = useTranslate();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { data } = useQuery(pinStatus);
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; pin: string | null }) =>
      call('PUT /api/v1/user/pin', { body }),
    onSuccess(_done, { pin }) {
      form.current?.reset();
      void client.invalidateQueries({ queryKey: pinStatus.queryKey });
      showToast(t(pin === null ? 'account.pinRemoved' : 'account.pinSet'));
    },
  });
  const readPassword = () => String(new FormData(form.current ?? undefined).get('currentPassword'));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pin = String(new FormData(event.currentTarget).get('pin'));
    change.mutate({ currentPassword: readPassword(), pin });
  };
  return (
    <PageSection title={t('account.pin')} text={t('account.pinText')}>
      <form ref={form} onSubmit={submit}>
        <Stack maw={360}>
          {change.error && (
            <Alert color="red" role="alert">
              {describeError(change.error)}
            </Alert>
          )}
          {data?.isSet && <Text size="sm">{t('account.pinOn', { count: data.lockedBrowserCount })}</Text>}
          <PasswordInput
            name="pin"
            label={t('account.newPin')}
            description={t('account.pinHint')}
            inputMode="numeric"
            pattern="[0-9]{4,8}"
            autoComplete="off"
            required
            minLength={4}
            maxLength={8}
          />
          <PasswordInput
            name="currentPassword"
            label={t('account.currentPassword')}
            autoComplete="current-password"
            required
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t(data?.isSet ? 'account.changePin' : 'account.setPin')}
            </Button>
            {data?.isSet && (
              <Button
                variant="default"
                loading={change.isPending}
                onClick={() => change.mutate({ currentPassword: readPassword(), pin: null })}
              >
                {t('account.removePin')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </PageSection>
  );
}
