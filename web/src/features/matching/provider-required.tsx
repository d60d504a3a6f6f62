// Explains that matching needs a metadata provider and Internet access.
import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { metadataProviders } from './queries.ts';

/** Shows its children once a provider is available. */
export function ProviderRequired({ children }: { children?: ReactNode }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data } = useQuery(metadataProviders);
  if (!data) return null;
  if (data.isOnline && data.providers.length > 0) return children;
  return (
    <Alert title={t(data.isOnline ? 'matching.page.noProviders' : 'matching.page.offline')}>
      <Stack gap="xs" align="flex-start">
        {t('matching.page.noProvidersText')}
        {hasPermission('system:admin') && (
          <AnchorLink to="/administration/plugins">{t('matching.page.toPlugins')}</AnchorLink>
        )}
      </Stack>
    </Alert>
  );
}
