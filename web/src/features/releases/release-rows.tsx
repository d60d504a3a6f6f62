// A list of releases: title, language, source and time, with external links and a dismiss button.
import type { Release, ReleaseSpan } from '@lectern/contract/releases';
import { ActionIcon, Anchor, Badge, Group } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { type Format, useFormat } from '../../i18n/format.ts';
import { type Translate, useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Row, Rows } from '../../ui/manage/rows.tsx';
import { useAction } from '../../ui/use-action.ts';

interface Props {
  label: string;
  releases: readonly Release[];
  /** Whether each row names its series. */
  withSeries?: boolean;
}

export function ReleaseRows({ label, releases, withSeries = false }: Props) {
  const t = useTranslate();
  return (
    <Rows label={label}>
      {releases.map((release) => (
        <ReleaseRow key={release.id} release={release} withSeries={withSeries} label={toWhat(release, t)} />
      ))}
    </Rows>
  );
}

function ReleaseRow({
  release,
  withSeries,
  label,
}: {
  release: Release;
  withSeries: boolean;
  label: string;
}) {
  const t = useTranslate();
  const format = useFormat();
  const { state, seriesId, seriesTitle } = release;
  return (
    <Row
      title={
        withSeries ? (
          <>
            <AnchorLink to="/series/$id" params={{ id: seriesId }} inherit underline="always">
              {seriesTitle}
            </AnchorLink>{' '}
            {label}
          </>
        ) : (
          label
        )
      }
      badges={state === 'new' && <Badge size="sm">{t('releases.new')}</Badge>}
      lines={[toFacts(release, format), <Links key="links" release={release} />]}
      actions={<DismissButton release={release} label={withSeries ? `${seriesTitle} ${label}` : label} />}
    />
  );
}

function DismissButton({ release: { id, state }, label }: { release: Release; label: string }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { act, isBusy } = useAction(['releases']);
  if (!hasPermission('progress:write')) return null;
  const mark = (next: 'new' | 'seen' | 'dismissed') =>
    call('POST /api/v1/user/releases/marks', { body: { state: next, ids: [id] } });
  const isDismissed = state === 'dismissed';
  const words = isDismissed
    ? t('releases.restoreOne', { name: label })
    : t('releases.dismissOne', { name: label });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      loading={isBusy}
      aria-label={words}
      title={words}
      onClick={() =>
        act(
          isDismissed
            ? { work: () => mark('new') }
            : { work: () => mark('dismissed'), done: t('releases.dismissed'), undo: () => mark('new') },
        )
      }
    >
      {isDismissed ? <IconArrowBackUp size={18} /> : <IconX size={18} />}
    </ActionIcon>
  );
}

/** Opens without a referrer and without access to this page. */
function Links({ release: { url, mediaUrl, mediaKind } }: { release: Release }) {
  const t = useTranslate();
  const links = [
    ...(url === null ? [] : [{ url, words: t('releases.page') }]),
    ...(mediaUrl === null
      ? []
      : [{ url: mediaUrl, words: mediaKind === 'torrent' ? t('releases.torrent') : t('releases.file') }]),
  ];
  if (links.length === 0) return null;
  return (
    <Group gap="md">
      {links.map((link) => (
        <Anchor
          key={link.words}
          href={link.url}
          size="sm"
          target="_blank"
          rel="noopener noreferrer nofollow"
          referrerPolicy="no-referrer"
        >
          {link.words}
        </Anchor>
      ))}
    </Group>
  );
}

const toFacts = ({ language, group, source, releasedAt }: Release, format: Format): string =>
  [format.languageName(language), group, source, format.date(releasedAt)].filter(Boolean).join(' · ');

function toWhat({ volumes, chapters }: Release, t: Translate): string {
  const words = [
    ...(volumes.length > 0 ? [t('releases.volumes', { numbers: toNumbers(volumes) })] : []),
    ...(chapters.length > 0 ? [t('releases.chapters', { numbers: toNumbers(chapters) })] : []),
  ];
  return words.length > 0 ? words.join(', ') : t('releases.unnumbered');
}

const toNumbers = (spans: readonly ReleaseSpan[]): string =>
  spans.map(({ start, end }) => (start === end ? String(start) : `${start}–${end}`)).join(', ');
