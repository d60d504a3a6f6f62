// The account menu: the user, the other accounts of this device, the theme, sign-out.
import { administrationPermissions } from '@lectern/contract/system/administration-values';
import { Menu } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLock,
  IconLogout,
  IconMoon,
  IconMoonStars,
  IconSettings,
  IconSun,
  IconUser,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listAccounts } from '../../api/accounts.ts';
import { me, pinStatus } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { type Colours, colourChoices, isColours, setColours, useColours } from '../../ui/colours.ts';
import { AccountButton } from './account-button.tsx';
import { useAccounts } from './use-accounts.ts';

/** Open from the start, because it is loaded on the first click. */
export function AccountList() {
  const t = useTranslate();
  const { data: user } = useQuery(me);
  const mayAdminister = usePermission()(...administrationPermissions);
  const navigate = useNavigate();
  const { change, choose, leave, leaveAll } = useAccounts();
  const { data: pin } = useQuery(pinStatus);
  const others = listAccounts().filter(({ userId }) => userId !== user?.id);
  return (
    <Menu
      defaultOpened
      position="bottom-end"
      width={240}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <AccountButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.username}</Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => navigate({ to: '/account' })}>
          {t('app.myAccount')}
        </Menu.Item>
        {mayAdminister && (
          <Menu.Item
            leftSection={<IconSettings size={16} />}
            onClick={() => navigate({ to: '/administration' })}
          >
            {t('app.administration')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <ColourItems />
        <Menu.Divider />
        {others.map((account) => (
          <Menu.Item
            key={account.userId}
            leftSection={<IconUser size={16} />}
            onClick={() => change(account)}
          >
            {account.username}
          </Menu.Item>
        ))}
        {(pin?.isSet || others.length > 0) && (
          <Menu.Item
            leftSection={pin?.isSet ? <IconLock size={16} /> : <IconUsers size={16} />}
            onClick={() => choose({ withLock: pin?.isSet ?? false })}
          >
            {t(pin?.isSet ? 'app.lockProfile' : 'app.switchProfile')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconUserPlus size={16} />} onClick={() => navigate({ to: '/sign-in' })}>
          {t('app.anotherAccount')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
          {t('app.signOut')}
        </Menu.Item>
        {others.length > 0 && (
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={leaveAll}>
            {t('app.signOutAll')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const colourLabels = {
  system: 'systemColours',
  light: 'lightColours',
  dark: 'darkColours',
  black: 'blackColours',
} as const satisfies Record<Colours, string>;

const colourIcons = { system: IconDeviceDesktop, light: IconSun, dark: IconMoon, black: IconMoonStars };

function ColourItems() {
  const t = useTranslate();
  const chosen = useColours();
  return (
    <>
      <Menu.Label>{t('app.colours')}</Menu.Label>
      <Menu.RadioGroup value={chosen} onChange={(value) => isColours(value) && setColours(value)}>
        {colourChoices.map((colours) => {
          const Icon = colourIcons[colours];
          return (
            <Menu.RadioItem
              key={colours}
              value={colours}
              rightSection={<Icon size={16} />}
              closeMenuOnClick={false}
            >
              {t(`app.${colourLabels[colours]}`)}
            </Menu.RadioItem>
          );
        })}
      </Menu.RadioGroup>
    </>
  );
}
