// The frame of the administration pages, with their navigation; a message for users without permission.
import { Badge } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { NoPermission } from '../../ui/manage/no-permission.tsx';
import { SectionedPage } from '../../ui/manage/sections.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { attentionPages, useAttention } from './attention.ts';
import { findSection, useSections } from './sections.tsx';
import { StorageAlert } from './server/storage-alert.tsx';
import { UpdateNotice } from './server/update-notice.tsx';

export function AdministrationPage() {
  const t = useTranslate();
  const format = useFormat();
  const { pathname } = useLocation();
  const open = useSections();
  const attention = useAttention();
  const section = findSection(pathname);
  const isAllowed = open.length > 0 && (!section || open.includes(section));
  if (open.length === 0) return <NoPermission />;
  const toBadge = (to: string | undefined) => {
    const count = attention
      .filter(({ kind }) => attentionPages[kind] === to)
      .reduce((sum, one) => sum + one.count, 0);
    return (
      count > 0 && (
        <Badge size="sm" variant="light" color="red">
          {format.number(count)}
        </Badge>
      )
    );
  };
  return (
    <SectionedPage
      title={t('administration.administration')}
      home="/administration"
      first="/administration/overview"
      sections={open
        .filter(({ isDetail }) => !isDetail)
        .map(({ to, label, about, icon, group }) => ({
          to,
          label: t(label),
          description: t(about),
          icon,
          group: group && t(`administration.groups.${group}`),
          badge: toBadge(to),
        }))}
    >
      <StorageAlert />
      <UpdateNotice />
      <Suspense fallback={<LoadingState />}>{isAllowed ? <Outlet /> : <NoPermission />}</Suspense>
    </SectionedPage>
  );
}
