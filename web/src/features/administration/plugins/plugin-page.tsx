// One plugin: its state, configuration, limits and log.
import type { PatchPlugin, Plugin } from '@lectern/contract/plugins/plugins';
import {
  Alert,
  Anchor,
  Button,
  Code,
  Group,
  NumberInput,
  ScrollArea,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call, toUrl } from '../../../api/call.ts';
import { pluginList } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useProviderText } from '../../../i18n/provider-text.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { CopyField } from '../../../ui/manage/copy.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ValueForm } from '../../../ui/manage/value-form.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { pluginLog } from './queries.ts';
import { ReleaseSources } from './release-sources.tsx';
import { StateBadge } from './state-badge.tsx';

export function PluginPage() {
  const t = useTranslate();
  const { id } = useParams({ from: '/signed-in/shell/administration/plugins/$id' });
  const { data, error, refetch } = useQuery(pluginList);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.plugins.title')} />;
  const plugin = data.plugins.find((one) => one.id === id);
  if (!plugin) return <Text c="dimmed">{t('administration.plugins.gone')}</Text>;
  return <PluginDetails plugin={plugin} />;
}

function PluginDetails({ plugin }: { plugin: Plugin }) {
  const t = useTranslate();
  const toText = useProviderText();
  const { act, isBusy } = useAction(['plugins']);
  const { id, displayName: name, configFields, credentials } = plugin;
  const save = (body: PatchPlugin) =>
    act({
      work: () => call('PATCH /api/v1/admin/plugins/{id}', { params: { id }, body }),
      done: t('administration.plugins.saved', { name }),
    });
  const hasForm = configFields.length + credentials.length > 0;
  return (
    <>
      <Head title={name} text={toText(plugin.description)}>
        <StateBadge state={plugin.state} />
      </Head>
      <PluginState plugin={plugin} onSave={save} />
      {plugin.name === null ? (
        <Text c="dimmed">{t('administration.plugins.notStartedYet')}</Text>
      ) : (
        hasForm && (
          <PageSection title={t('administration.plugins.configuration')} text={toText(plugin.instructions)}>
            <ValueForm
              key={plugin.updatedAt}
              fields={configFields}
              secrets={credentials}
              values={plugin.config}
              isBusy={isBusy}
              onSave={(config, given) => save({ config, credentials: given })}
            />
            {credentials.some(({ key }) => key === 'oauth_client_id') && (
              <Stack maw={560}>
                <CopyField
                  label={t('administration.plugins.redirectAddress')}
                  description={t('administration.plugins.redirectAddressText')}
                  value={toUrl(`api/v1/plugins/${id}/callback`)}
                />
              </Stack>
            )}
          </PageSection>
        )
      )}
      {plugin.can.releases && <ReleaseSources pluginId={id} isEnabled={plugin.isEnabled} />}
      {plugin.origin !== 'built_in' && (
        <PageSection title={t('administration.plugins.limits')} text={t('administration.plugins.limitsText')}>
          <Limits key={plugin.updatedAt} plugin={plugin} isBusy={isBusy} onSave={save} />
        </PageSection>
      )}
      <PluginLogSection id={id} />
    </>
  );
}

function PluginState({ plugin, onSave }: { plugin: Plugin; onSave(patch: PatchPlugin): void }) {
  const t = useTranslate();
  const format = useFormat();
  const { act, isBusy } = useAction(['plugins']);
  const { id, displayName: name, version, homepage, failure, isEnabled, isRestricted } = plugin;
  const isBuiltIn = plugin.origin === 'built_in';
  const access = isRestricted ? 'administration.plugins.restricted' : 'administration.plugins.unrestricted';
  const builtInText = plugin.can.syncReading
    ? 'administration.plugins.builtInTrackerText'
    : 'administration.plugins.builtInText';
  return (
    <Stack gap="sm">
      {!isBuiltIn && (
        <Text size="sm">{t('administration.plugins.package', { name: plugin.package, version })}</Text>
      )}
      <Text size="sm" maw={680}>
        {t(isBuiltIn ? builtInText : access)}
      </Text>
      {!isRestricted && !plugin.acceptsUnrestricted && (
        <Alert color="red" title={t('administration.plugins.notAccepted')}>
          <Button color="red" onClick={() => onSave({ acceptsUnrestricted: true })}>
            {t('administration.plugins.accept')}
          </Button>
        </Alert>
      )}
      {homepage !== null && (
        <Anchor size="sm" href={homepage} target="_blank" rel="noreferrer" w="fit-content">
          {t('administration.plugins.website')}
        </Anchor>
      )}
      {failure && (
        <Alert color="red" title={failure.message}>
          {t('administration.plugins.failedAt', {
            count: Math.max(1, failure.count),
            time: format.dateTime(failure.at),
          })}
        </Alert>
      )}
      <Group>
        <Switch
          checked={isEnabled}
          label={t('administration.plugins.enabled')}
          onChange={(event) => onSave({ isEnabled: event.currentTarget.checked })}
        />
        <Button
          variant="default"
          disabled={!isEnabled}
          loading={isBusy}
          onClick={() =>
            act({
              work: () => call('POST /api/v1/admin/plugins/{id}/test', { params: { id } }),
              done: ({ milliseconds }) => t('administration.plugins.answered', { name, milliseconds }),
            })
          }
        >
          {t('administration.plugins.test')}
        </Button>
      </Group>
    </Stack>
  );
}

interface LimitsProps {
  plugin: Plugin;
  isBusy: boolean;
  onSave(patch: PatchPlugin): void;
}

function Limits({ plugin, isBusy, onSave }: LimitsProps) {
  const t = useTranslate();
  const { callsPerMinute, timeoutSeconds } = plugin;
  const form = useForm({ initialValues: { callsPerMinute, timeoutSeconds } });
  return (
    <form onSubmit={form.onSubmit(onSave)}>
      <Stack maw={560}>
        <NumberInput
          required
          label={t('administration.plugins.callsPerMinute')}
          description={t('administration.plugins.callsPerMinuteText')}
          min={0}
          max={10_000}
          allowDecimal={false}
          {...form.getInputProps('callsPerMinute')}
        />
        <NumberInput
          required
          label={t('administration.plugins.timeoutSeconds')}
          min={1}
          max={300}
          allowDecimal={false}
          {...form.getInputProps('timeoutSeconds')}
        />
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('ui.manage.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PluginLogSection({ id }: { id: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { data, refetch, isFetching } = useQuery(pluginLog(id));
  const lines = data?.lines ?? [];
  return (
    <PageSection title={t('administration.plugins.log')}>
      <Group>
        <Button variant="default" size="compact-md" loading={isFetching} onClick={() => void refetch()}>
          {t('administration.plugins.refresh')}
        </Button>
      </Group>
      {lines.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('administration.plugins.noLog')}
        </Text>
      ) : (
        <ScrollArea.Autosize
          mah={360}
          viewportProps={{ tabIndex: 0, 'aria-label': t('administration.plugins.log') }}
        >
          <Code block>
            {lines
              .map(({ at, level, text }) => `${format.dateTime(at)} ${level.toUpperCase()} ${text}`)
              .join('\n')}
          </Code>
        </ScrollArea.Autosize>
      )}
    </PageSection>
  );
}
