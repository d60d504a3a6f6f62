// The pages of the account.
import { IconAdjustments, IconApps, IconDeviceTablet, IconUser } from '@tabler/icons-react';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import type { Section } from '../../ui/manage/sections.tsx';

/** The pages that the user may open. */
export function useAccountSections(): Section[] {
  const t = useTranslate();
  const hasPermission = usePermission();
  return [
    {
      to: '/account/profile',
      label: t('account.profile'),
      description: t('account.profileAbout'),
      icon: <IconUser size={18} />,
    },
    {
      to: '/account/apps',
      label: t('account.apps'),
      description: t('account.appsAbout'),
      icon: <IconApps size={18} />,
    },
    ...(hasPermission('api-keys:read')
      ? [
          {
            to: '/account/devices' as const,
            label: t('account.devices'),
            description: t('account.devicesAbout'),
            icon: <IconDeviceTablet size={18} />,
          },
        ]
      : []),
    {
      to: '/account/reading',
      label: t('account.reading'),
      description: t('account.readingAbout'),
      icon: <IconAdjustments size={18} />,
    },
  ];
}
