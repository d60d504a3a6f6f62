// The bell of administrators: the number of things that need attention. Leads to the list of them.
import { administrationPermissions } from '@lectern/contract/system/administration-values';
import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePermission } from '../../api/use-permission.ts';
import { useAttention } from '../../features/administration/attention.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';

export function AttentionBell() {
  const hasPermission = usePermission();
  return hasPermission(...administrationPermissions) && <Bell />;
}

function Bell() {
  const t = useTranslate();
  const format = useFormat();
  const { length: count } = useAttention();
  const label =
    count > 0 ? t('administration.attention.needed', { count }) : t('administration.attention.nothing');
  return (
    <Indicator label={format.number(count)} size={18} color="red" offset={6} disabled={count === 0}>
      <ActionIcon
        component={Link}
        to="/administration/overview"
        variant="subtle"
        color="gray"
        size={44}
        aria-label={label}
        title={label}
      >
        <IconBell size={22} stroke={1.5} />
      </ActionIcon>
    </Indicator>
  );
}
