// Plugins: install, turn on or off, and show their state.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { Alert, Button, FileButton, Group, Menu, Stack, Switch, Text } from '@mantine/core';
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { pluginList } from '../../../api/queries.ts';
import { useProviderText } from '../../../i18n/provider-text.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Head, Row, RowMenu, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { InstallDialog } from './install-dialog.tsx';
import { StateBadge } from './state-badge.tsx';
import { useInstall } from './use-install.tsx';

export function PluginsPage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(pluginList);
  const [isInstalling, setInstalling] = useState(false);
  const { install, isBusy } = useInstall();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.plugins.title')} />;
  const builtIn = data.plugins.filter(({ origin }) => origin === 'built_in');
  const installed = data.plugins.filter(({ origin }) => origin !== 'built_in');
  const upload = (file: File | null) => {
    if (!file) return;
    const body = new FormData();
    body.append('file', file);
    install((acceptsUnrestricted) =>
      call('POST /api/v1/admin/plugins/upload', {
        body,
        query: acceptsUnrestricted ? { acceptsUnrestricted: 'true' } : {},
      }),
    );
  };
  return (
    <>
      <InstallDialog isOpen={isInstalling} onClose={() => setInstalling(false)} />
      <Head title={t('administration.plugins.title')} text={t('administration.plugins.about')}>
        <Group gap="xs">
          <FileButton onChange={upload} accept=".tgz,.gz">
            {(props) => (
              <Button leftSection={<IconUpload size={16} />} loading={isBusy} {...props}>
                {t('administration.plugins.upload')}
              </Button>
            )}
          </FileButton>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setInstalling(true)}>
            {t('administration.plugins.install')}
          </Button>
        </Group>
      </Head>
      {!data.isOnline && (
        <Alert title={t('administration.plugins.offline')}>
          <Stack gap="xs" align="flex-start">
            {t('administration.plugins.offlineText')}
            <AnchorLink to="/administration/settings">{t('administration.plugins.toSettings')}</AnchorLink>
          </Stack>
        </Alert>
      )}
      <PluginRows
        title={t('administration.plugins.providers')}
        plugins={builtIn.filter(({ can }) => !can.syncReading)}
      />
      <PluginRows
        title={t('administration.plugins.trackers')}
        plugins={builtIn.filter(({ can }) => can.syncReading)}
      />
      <PluginRows title={t('administration.plugins.installedPlugins')} plugins={installed} />
    </>
  );
}

function PluginRows({ title, plugins }: { title: string; plugins: readonly Plugin[] }) {
  const t = useTranslate();
  return (
    <PageSection title={title}>
      {plugins.length === 0 && <Text c="dimmed">{t('administration.plugins.none')}</Text>}
      <Rows label={title}>
        {plugins.map((plugin) => (
          <PluginRow key={plugin.id} plugin={plugin} />
        ))}
      </Rows>
    </PageSection>
  );
}

function PluginRow({ plugin }: { plugin: Plugin }) {
  const t = useTranslate();
  const toText = useProviderText();
  const { act, runAction } = useAction(['plugins']);
  const { id, displayName: name, version, description, failure, isEnabled } = plugin;
  const isBuiltIn = plugin.origin === 'built_in';
  const turn = (isOn: boolean) =>
    act({
      work: () => call('PATCH /api/v1/admin/plugins/{id}', { params: { id }, body: { isEnabled: isOn } }),
    });
  const remove = () =>
    openConfirmation({
      title: t('administration.plugins.removeTitle', { name }),
      text: t('administration.plugins.removeText'),
      action: t('administration.plugins.remove'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/admin/plugins/{id}', { params: { id } }),
          done: t('administration.plugins.removed', { name }),
        }),
    });
  return (
    <Row
      title={name}
      badges={<StateBadge state={plugin.state} />}
      lines={[
        toText(description),
        !isBuiltIn && t('administration.plugins.package', { name: plugin.package, version }),
        isEnabled && failure && (
          <Text span size="sm" c="red">
            {failure.message}
          </Text>
        ),
      ]}
      actions={
        <>
          <Switch
            my="auto"
            checked={isEnabled}
            aria-label={t('administration.plugins.turn', { name })}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
          <ButtonLink
            variant="default"
            to="/administration/plugins/$id"
            params={{ id }}
            aria-label={t('administration.plugins.configureNamed', { name })}
          >
            {t('administration.plugins.configure')}
          </ButtonLink>
          {!isBuiltIn && (
            <RowMenu name={name}>
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
                {t('administration.plugins.remove')}
              </Menu.Item>
            </RowMenu>
          )}
        </>
      }
    />
  );
}
