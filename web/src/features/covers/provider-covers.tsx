// Covers from the providers that a series or book is matched with. Fetched on request.
import { Alert, Button, List, Text, Title } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { matchState, metadataProviders } from '../matching/index.tsx';
import { coversOf, type Owner } from './use-covers.ts';

export function ProviderCovers({ owner }: { owner: Owner }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const { noun, id } = owner;
  const { data: known } = useQuery(metadataProviders);
  const { data: state } = useQuery(matchState(noun, id));
  const fetching = useMutation({
    mutationFn: () => call(`POST /api/v1/${noun}/{id}/match/covers`, { params: { id } }),
    onError: showError,
    onSuccess({ covers }) {
      queries.setQueryData(coversOf(owner).queryKey, { covers });
      showToast(t('covers.fetched', { count: covers.filter(({ source }) => source === 'provider').length }));
    },
  });
  const names = (state?.matches ?? []).filter(({ isHere }) => isHere).map((match) => match.providerName);
  if (!state || !known?.isOnline || known.providers.length === 0) return null;
  const failures = fetching.data?.failures ?? [];
  return (
    <section aria-label={t('covers.fromProviders')}>
      <Title order={3} size="h5" mb="xs">
        {t('covers.fromProviders')}
      </Title>
      {names.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('covers.matchFirst')}
        </Text>
      ) : (
        <Button
          variant="default"
          leftSection={<IconCloudDownload size={16} />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          {t('covers.fetch', { names: names.join(', ') })}
        </Button>
      )}
      {failures.length > 0 && (
        <Alert mt="sm" title={t('covers.notFetched')}>
          <List size="sm">
            {failures.map(({ provider, reason, message }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
              <List.Item key={`${provider} ${i}`}>{reason ? describeReason(reason) : message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </section>
  );
}
