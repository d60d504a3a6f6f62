// Presets, libraries and pages in the search palette, with the pages of the account and the administration.
import { IconArrowRight, IconBookmark, IconLibrary } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { libraries } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useAccountSections } from '../account/index.tsx';
import { useSections } from '../administration/index.tsx';
import { presets, toPresetSearch, toSortedPresets } from '../presets/index.tsx';
import type { Destination, Option } from './option.ts';

export function usePlaces(destinations: readonly Destination[]): Option[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const router = useRouter();
  const account = useAccountSections();
  const administration = useSections();
  const { data: saved } = useQuery(presets);
  const { data: known } = useQuery(libraries);
  const toPage =
    (area: string | undefined) =>
    ({ to, label, icon }: { to?: string | undefined; label: string; icon: Option['picture'] }): Option => ({
      id: to ?? label,
      group: t('search.places'),
      label,
      ...(area !== undefined && { line: area }),
      picture: icon,
      run: () => void router.navigate({ href: to ?? '/' }),
    });
  return [
    ...toSortedPresets(saved ?? []).map((preset) => ({
      id: preset.id,
      group: t('search.presets'),
      label: preset.name,
      picture: <IconBookmark size={20} />,
      run: () =>
        void (preset.scope === 'search'
          ? navigate({ to: '/search', search: toPresetSearch(preset) })
          : navigate({
              to: preset.target === 'series' ? '/series' : '/books',
              search: toPresetSearch(preset),
            })),
    })),
    ...(known?.data ?? []).map(({ id, name }) => ({
      id,
      group: t('search.libraries'),
      label: name,
      picture: <IconLibrary size={20} />,
      run: () => void navigate({ to: '/series', search: { library: id } }),
    })),
    ...destinations
      .map(({ label, path }) => ({ label, to: path, icon: <IconArrowRight size={20} /> }))
      .map(toPage(undefined)),
    ...account.map(toPage(t('account.account'))),
    ...administration
      .map(({ label, ...page }) => ({ ...page, label: t(label) }))
      .map(toPage(t('app.administration'))),
  ];
}
