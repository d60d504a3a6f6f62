// The frame of the own account: its pages beside the one that is open.
import { IconAdjustments, IconApps, IconDeviceTablet, IconUser } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import { type Section, Sections } from '../../ui/manage/sections.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { useText } from './words/index.ts';

export function AccountPage() {
  const t = useText();
  const hasPermission = usePermission();
  const sections: Section[] = [
    {
      to: '/account/profile',
      label: t('profile'),
      description: t('profileAbout'),
      icon: <IconUser size={18} />,
    },
    { to: '/account/apps', label: t('apps'), description: t('appsAbout'), icon: <IconApps size={18} /> },
    ...(hasPermission('api-keys:read')
      ? [
          {
            to: '/account/devices' as const,
            label: t('devices'),
            description: t('devicesAbout'),
            icon: <IconDeviceTablet size={18} />,
          },
        ]
      : []),
    {
      to: '/account/reading',
      label: t('reading'),
      description: t('readingAbout'),
      icon: <IconAdjustments size={18} />,
    },
  ];
  return (
    <Sections title={t('account')} home="/account" sections={sections}>
      <Suspense fallback={<LoadingState />}>
        <Outlet />
      </Suspense>
    </Sections>
  );
}
