// The tracked series and books.
import type { ListedTrackingLink, Tracker } from '@lectern/contract/tracking/tracking';
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Pager } from '../../ui/manage/pager.tsx';
import { Row, Rows } from '../../ui/manage/rows.tsx';
import { useAction } from '../../ui/use-action.ts';
import { EntryText } from './entry-text.tsx';
import { trackingLinks } from './queries.ts';

export function LinkList({ tracker: { id, source, linkCount } }: { tracker: Tracker }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['tracking']);
  const [isOpen, setOpen] = useState(false);
  const [page, setPage] = useState(1);
  const { data } = useQuery({ ...trackingLinks(id, page), enabled: isOpen });
  const linkKnown = () =>
    act({
      work: () => call('POST /api/v1/user/tracking/{id}/links/known', { params: { id } }),
      done: ({ linked }) => t('tracking.linked', { count: linked }),
    });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm">{t('tracking.links', { count: linkCount })}</Text>
        {linkCount > 0 && (
          <Button variant="subtle" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('tracking.showLinks')}
          </Button>
        )}
        {source !== null && (
          <Button variant="default" size="xs" loading={isBusy} onClick={linkKnown}>
            {t('tracking.linkKnown')}
          </Button>
        )}
      </Group>
      {isOpen && data && (
        <Rows label={t('tracking.links', { count: data.total })}>
          {data.data.map((link) => (
            <LinkRow key={`${link.seriesId} ${link.bookId}`} link={link} />
          ))}
        </Rows>
      )}
      {isOpen && data && <Pager page={page} totalPages={data.totalPages} onPage={setPage} />}
    </Stack>
  );
}

function LinkRow({ link }: { link: ListedTrackingLink }) {
  const t = useTranslate();
  const { seriesId, bookId, title, externalId, isHeld, lastSent, failure } = link;
  const target = (props: object) =>
    seriesId === null ? (
      <Link to="/books/$id" params={{ id: bookId ?? '' }} {...props} />
    ) : (
      <Link to="/series/$id" params={{ id: seriesId }} {...props} />
    );
  return (
    <Row
      title={<Anchor renderRoot={target}>{title}</Anchor>}
      badges={isHeld && <Badge color="gray">{t('tracking.heldBadge')}</Badge>}
      lines={[externalId, lastSent && <EntryText key="sent" entry={lastSent} />, failure]}
    />
  );
}
