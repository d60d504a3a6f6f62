// Explains why no provider can be searched, and turns on Internet access and providers.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pluginList } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { Noun } from './queries.ts';
import { isSetUp, turnOnProviders } from './turn-on.ts';

interface Props {
  noun: Noun;
  isOnline: boolean;
}

export function ProviderOffer({ noun, isOnline }: Props) {
  const t = useTranslate();
  const hasPermission = usePermission();
  return (
    <Alert title={t(isOnline ? `matching.page.noProviders_${noun}` : 'matching.page.offline')}>
      {hasPermission('system:admin') ? (
        <Offer noun={noun} isOnline={isOnline} />
      ) : (
        t('matching.page.askAdministrator')
      )}
    </Alert>
  );
}

function Offer({ noun, isOnline }: Props) {
  const t = useTranslate();
  const { data } = useQuery(pluginList);
  if (!data) return null;
  const kind = noun === 'books' ? 'book' : 'series';
  const providers = data.plugins.filter(({ can }) => can.metadata.includes(kind));
  return <Choice providers={providers} isOnline={isOnline} text={t('matching.page.noProvidersText')} />;
}

function Choice({ providers, isOnline, text }: { providers: Plugin[]; isOnline: boolean; text: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { act, isBusy } = useAction(['match'], ['plugins'], ['settings']);
  const choices = providers.filter((one) => one.isEnabled || isSetUp(one));
  const enabled = choices.filter(({ isEnabled }) => isEnabled);
  const proposed = enabled.length > 0 ? enabled : choices.filter(({ origin }) => origin === 'built_in');
  const [chosen, setChosen] = useState(proposed.map(({ id }) => id));
  const withoutKey = providers.filter((one) => !choices.includes(one)).map((one) => one.displayName);
  const turnOn = () =>
    act({
      work: () =>
        turnOnProviders(
          choices.filter(({ id }) => chosen.includes(id)),
          { isOnline },
        ),
    });
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{text}</Text>
      <Checkbox.Group
        aria-label={t('matching.page.providers')}
        value={chosen}
        onChange={(ids) => setChosen(ids)}
      >
        <Group gap="md">
          {choices.map(({ id, displayName, isEnabled }) => (
            <Checkbox key={id} value={id} label={displayName} disabled={isEnabled} />
          ))}
        </Group>
      </Checkbox.Group>
      {withoutKey.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('matching.page.needKey', { names: format.list(withoutKey) })}
        </Text>
      )}
      <Group>
        <Button onClick={turnOn} loading={isBusy} disabled={chosen.length === 0}>
          {t('matching.page.turnOn')}
        </Button>
        <AnchorLink to="/administration/plugins">{t('matching.page.toPlugins')}</AnchorLink>
      </Group>
    </Stack>
  );
}
