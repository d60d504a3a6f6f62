// Who one is, whom else this device knows, and how to leave.
import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconMoon, IconSun, IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { chooseAccount, findAccount, forgetCurrent, listAccounts } from '../api/accounts.ts';
import { call, renew } from '../api/call.ts';
import { me } from '../api/queries.ts';
import { useText } from './words/index.ts';

export function AccountMenu() {
  const t = useText();
  const { data: user } = useQuery(me);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const others = listAccounts().filter(({ userId }) => userId !== user?.id);
  const start = () => {
    queries.clear();
    void navigate({ to: '/' });
  };
  const change = async (userId: string) => {
    chooseAccount(userId);
    await renew();
    start();
  };
  const leave = async () => {
    const refreshToken = findAccount()?.refreshToken;
    await call('POST /api/v1/auth/logout', { body: refreshToken ? { refreshToken } : {} }).catch(
      () => undefined,
    );
    forgetCurrent();
    queries.clear();
    await navigate({ to: '/sign-in' });
  };
  const isDark = colorScheme === 'dark';
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton aria-label={t('accountOf', { name: user?.username ?? '' })}>
          <Avatar color="teal" radius="xl" size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.username}</Menu.Label>
        <Menu.Item
          leftSection={isDark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {t(isDark ? 'lightColours' : 'darkColours')}
        </Menu.Item>
        <Menu.Divider />
        {others.map(({ userId, username }) => (
          <Menu.Item
            key={userId}
            leftSection={<Avatar name={username} size={18} />}
            onClick={() => change(userId)}
          >
            {username}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconUserPlus size={16} />} onClick={() => navigate({ to: '/sign-in' })}>
          {t('anotherAccount')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
