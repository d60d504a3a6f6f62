// The frame of the account pages, with their navigation.
import { IconAdjustments, IconApps, IconDeviceTablet, IconUser } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { type Section, SectionedPage } from '../../ui/manage/sections.tsx';
import { LoadingState } from '../../ui/states.tsx';

export function AccountPage() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const sections: Section[] = [
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
  return (
    <SectionedPage title={t('account.account')} home="/account" sections={sections}>
      <Suspense fallback={<LoadingState />}>
        <Outlet />
      </Suspense>
    </SectionedPage>
  );
}
