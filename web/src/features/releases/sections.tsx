// Releases on the page of a series and on the home page.
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { useAction } from '../../ui/use-action.ts';
import { releaseList, seriesReleases } from './queries.ts';
import { ReleaseRows } from './release-rows.tsx';

/** For the series page. */
export function AvailableReleases({ seriesId, title }: { seriesId: string; title: string }) {
  const t = useTranslate();
  const { data } = useQuery(seriesReleases(seriesId));
  if (!data) return null;
  const { isFollowed, releases, links } = data;
  return (
    <section aria-label={t('releases.available')}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('releases.available')}
          </Title>
          <FollowButton seriesId={seriesId} title={title} isFollowed={isFollowed} />
        </Group>
        {releases.length > 0 ? (
          <ReleaseRows label={t('releases.available')} releases={releases} />
        ) : (
          <Text c="dimmed" size="sm">
            {t(isFollowed ? 'releases.noneOfSeries' : 'releases.notFollowed')}
          </Text>
        )}
        {links.length > 0 && (
          <Group gap="md">
            {links.map(({ label, url }) => (
              <Anchor
                key={label}
                href={url}
                size="sm"
                target="_blank"
                rel="noopener noreferrer"
                referrerPolicy="no-referrer"
              >
                {label}
              </Anchor>
            ))}
          </Group>
        )}
      </Stack>
    </section>
  );
}

interface FollowProps {
  seriesId: string;
  title: string;
  isFollowed: boolean;
}

function FollowButton({ seriesId: id, title, isFollowed }: FollowProps) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { act, isBusy } = useAction(['releases']);
  if (!hasPermission('progress:write')) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      aria-pressed={isFollowed}
      loading={isBusy}
      leftSection={isFollowed ? <IconBellFilled size={16} /> : <IconBell size={16} />}
      onClick={() =>
        act({
          work: () =>
            call('PUT /api/v1/series/{id}/releases/follow', {
              params: { id },
              body: { isFollowed: !isFollowed },
            }),
          done: t(isFollowed ? 'releases.unfollowed' : 'releases.followed', { title }),
        })
      }
    >
      {t('releases.follow')}
    </Button>
  );
}

const shown = 5;

/** For the home page. Shown if there are new releases. */
export function NewReleases({ count }: { count: number }) {
  const t = useTranslate();
  const { data } = useQuery(releaseList({ page: 1 }));
  const releases = (data?.data ?? []).filter(({ state }) => state === 'new').slice(0, shown);
  if (releases.length === 0) return null;
  return (
    <section aria-label={t('releases.newTitle')}>
      <Stack gap="sm" mt="lg">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('releases.newTitle')}
          </Title>
          <AnchorLink to="/releases">{t('releases.showAll', { count })}</AnchorLink>
        </Group>
        <ReleaseRows label={t('releases.newTitle')} releases={releases} withSeries />
      </Stack>
    </section>
  );
}
