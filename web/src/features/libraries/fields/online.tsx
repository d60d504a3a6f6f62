// Asks during the setup whether covers and descriptions come from the Internet.
import { type LibraryKind, libraryKindDefaults } from '@lectern/contract/libraries/library-kinds';
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pluginList } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { isSetUp, turnOnProviders } from '../../matching/index.tsx';

interface Props {
  kind: LibraryKind;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

export function OnlineField({ kind, isOn, onChange }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery(pluginList);
  if (!data) return null;
  const providers = providersOf(data.plugins, kind);
  const namesOf = (some: readonly Plugin[]) => format.list(some.map(({ displayName }) => displayName));
  const usable = providers.filter(isSetUp);
  return (
    <Switch
      label={t('libraries.online')}
      description={
        usable.length > 0
          ? t('libraries.onlineHint', { names: namesOf(usable) })
          : t('libraries.onlineNeedsKey', { names: namesOf(providers) })
      }
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}

/** Turns on Internet access and the included providers of these kinds that need no key. */
export function useTurnOnline(isAsked: boolean) {
  const { data } = useQuery({ ...pluginList, enabled: isAsked });
  return async (kinds: readonly LibraryKind[]): Promise<void> => {
    const providers = new Set(kinds.flatMap((kind) => providersOf(data?.plugins ?? [], kind)));
    await turnOnProviders([...providers].filter(isSetUp), { isOnline: false });
  };
}

function providersOf(plugins: readonly Plugin[], kind: LibraryKind): Plugin[] {
  const names = libraryKindDefaults[kind].providers;
  const included = plugins.filter(({ origin, can }) => origin === 'built_in' && can.metadata.length > 0);
  return names.length === 0 ? included : included.filter((one) => names.includes(one.package));
}
