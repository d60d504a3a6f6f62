// Approves the code that another device shows. The code of a link only fills the field: approving needs a click.
import type { QuickConnectRequest } from '@lectern/contract/identity/quick-connect';
import { Alert, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { me } from '../../api/queries.ts';
import { describeError } from '../../i18n/errors.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Head } from '../../ui/manage/rows.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';

export function ConnectPage() {
  const t = useTranslate();
  const { code = '' } = useSearch({ from: '/signed-in/shell/connect' });
  const form = useForm({ initialValues: { code } });
  const check = useMutation({
    mutationFn: (wanted: string) => call('POST /api/v1/auth/device/check', { body: { code: wanted } }),
  });
  return (
    <Stack maw={560}>
      <Head title={t('quickConnect.title')} text={t('quickConnect.text')} />
      {check.data && check.variables !== undefined ? (
        <Decision code={check.variables} device={check.data} onDone={() => check.reset()} />
      ) : (
        <form onSubmit={form.onSubmit((values) => check.mutate(values.code))}>
          <Stack>
            {check.error && (
              <Alert color="red" role="alert">
                {describeError(check.error)}
              </Alert>
            )}
            <TextInput
              label={t('quickConnect.code')}
              placeholder="WDJB-MJHT"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              maxLength={20}
              autoFocus
              {...form.getInputProps('code')}
            />
            <Group>
              <Button type="submit" loading={check.isPending}>
                {t('quickConnect.continue')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  );
}

interface DecisionProps {
  code: string;
  device: QuickConnectRequest;
  onDone(): void;
}

function Decision({ code, device, onDone }: DecisionProps) {
  const t = useTranslate();
  const format = useFormat();
  const navigate = useNavigate();
  const { data: self } = useQuery(me);
  const decision = useMutation({
    mutationFn: (isApproved: boolean) =>
      call(isApproved ? 'POST /api/v1/auth/device/approve' : 'POST /api/v1/auth/device/deny', {
        body: { code },
      }),
    onSuccess(_done, isApproved) {
      const { name } = device;
      showToast(t(isApproved ? 'quickConnect.approved' : 'quickConnect.denied', { name }));
      void navigate({ to: '/' });
    },
  });
  return (
    <Card withBorder padding="md">
      <Stack>
        {decision.error && (
          <Alert color="red" role="alert">
            {describeError(decision.error)}{' '}
            <Button variant="subtle" size="compact-sm" onClick={onDone}>
              {t('quickConnect.otherCode')}
            </Button>
          </Alert>
        )}
        <Text fw={600}>{t('quickConnect.question', { code: code.toUpperCase() })}</Text>
        <Stack gap={2}>
          <Text>{device.name}</Text>
          <Text size="sm" c="dimmed">
            {t('quickConnect.from', { address: device.address, when: format.ago(device.createdAt) })}
          </Text>
        </Stack>
        {!device.isSameNetwork && (
          <Alert color="yellow" role="status">
            {t('quickConnect.otherNetwork')}
          </Alert>
        )}
        <Text size="sm">
          {t(device.result === 'session' ? 'quickConnect.getsSession' : 'quickConnect.getsKey', {
            name: self?.username ?? '',
          })}
        </Text>
        <Group>
          <Button loading={decision.isPending} onClick={() => decision.mutate(true)}>
            {t('quickConnect.approve')}
          </Button>
          <Button variant="default" disabled={decision.isPending} onClick={() => decision.mutate(false)}>
            {t('quickConnect.deny')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
