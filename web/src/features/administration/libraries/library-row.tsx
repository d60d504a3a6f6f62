// One library in the list.

import type { Library } from '@lectern/contract/libraries/libraries';
import { isKeyOf } from '@lectern/contract/records';
import { Badge, Button, Code, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scanStatus } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { Row, RowMenu } from '../../../ui/manage/rows.tsx';
import { AnalysisProgress } from '../../analysis/index.tsx';
import { ConvertDialog, WriteDialog, WriteProgress } from '../../files/index.tsx';
import {
  type LibraryDialog,
  LibraryItems,
  ScanProgress,
  useLastTabs,
  useLibraryActions,
} from '../../libraries/index.tsx';
import { LastScan } from './last-scan.tsx';

export function LibraryRow({ library }: { library: Library }) {
  const t = useTranslate();
  const format = useFormat();
  const hasPermission = usePermission();
  const { data: scan } = useQuery(scanStatus(library.id));
  const acts = useLibraryActions(library);
  const { toLink } = useLastTabs();
  const [dialog, setDialog] = useState<LibraryDialog>();
  const { name, paths, isActive, lastScannedAt, seriesCount, bookCount } = library;
  const isScanning = scan ? /pending|running/.test(scan.status) : false;
  return (
    <Row
      title={
        <AnchorLink {...toLink(library.id)} c="inherit">
          {name}
        </AnchorLink>
      }
      badges={!isActive && <Badge color="gray">{t('administration.libraries.paused')}</Badge>}
      lines={[
        `${t('administration.libraries.counts', { series: seriesCount, books: bookCount })} · ${
          lastScannedAt
            ? t('administration.libraries.scanned', { when: format.ago(lastScannedAt) })
            : t('administration.libraries.neverScanned')
        }`,
        <Schedule key="upkeep" library={library} />,
        ...paths.map((path) => <Code key={path}>{path}</Code>),
      ]}
      actions={
        hasPermission('libraries:write') && (
          <>
            {isScanning ? (
              <Button
                variant="default"
                onClick={acts.stop}
                aria-label={t('administration.libraries.stopScanNamed', { name })}
              >
                {t('administration.libraries.stopScan')}
              </Button>
            ) : (
              <Button
                variant="light"
                leftSection={<IconRefresh size={16} />}
                onClick={() => acts.scan('normal')}
                loading={acts.isBusy}
                aria-label={t('administration.libraries.scanNamed', { name })}
              >
                {t('administration.libraries.scan')}
              </Button>
            )}
            <ButtonLink
              to="/administration/libraries/$id"
              params={{ id: library.id }}
              variant="default"
              aria-label={t('administration.libraries.editNamed', { name })}
            >
              {t('administration.libraries.edit')}
            </ButtonLink>
            <RowMenu name={name}>
              <LibraryItems library={library} actions={acts} isScanning={isScanning} onDialog={setDialog} />
            </RowMenu>
          </>
        )
      }
    >
      <div style={{ marginTop: 8 }}>
        <ScanProgress libraries={[library]} />
        <AnalysisProgress of={{ noun: 'libraries', id: library.id }} />
        <FileWork library={library} dialog={dialog} onClose={() => setDialog(undefined)} />
        {scan && !isScanning && <LastScan library={library} scan={scan} actions={acts} />}
        {scan && hasPermission('libraries:write') && (
          <AnchorLink
            to="/administration/libraries/$id/scans"
            params={{ id: library.id }}
            size="sm"
            aria-label={t('administration.libraries.historyOf', { name })}
          >
            {t('administration.libraries.history')}
          </AnchorLink>
        )}
        {library.description && (
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {library.description}
          </Text>
        )}
      </div>
    </Row>
  );
}

interface FileWorkProps {
  library: Library;
  dialog: LibraryDialog | undefined;
  onClose(): void;
}

/** Progress of writing and converting files, and their dialogs. */
function FileWork({ library, dialog, onClose }: FileWorkProps) {
  const item = { kind: 'library', id: library.id, title: library.name } as const;
  return (
    <>
      <WriteProgress of={library} />
      {dialog === 'write' && <WriteDialog item={item} onClose={onClose} />}
      {dialog === 'convert' && <ConvertDialog item={item} onClose={onClose} />}
    </>
  );
}

const known = {
  '0 * * * *': 'hourly',
  '0 */6 * * *': 'sixHourly',
  '0 3 * * *': 'nightly',
  '0 3 * * 1': 'weekly',
} as const;

/** The schedule of automatic scans. Renders nothing if there are none. */
function Schedule({ library: { scanning, isActive } }: { library: Library }) {
  const t = useTranslate();
  const { cronSchedule: cron, watch } = scanning;
  const words = cron !== null && isKeyOf(known, cron) ? known[cron] : undefined;
  const facts = [
    cron !== null &&
      t('administration.libraries.byItself', {
        when: words
          ? t(`administration.libraries.${words}`)
          : t('administration.libraries.atTimes', { cron }),
      }),
    watch && t('administration.libraries.watches'),
  ].filter(Boolean);
  return isActive && facts.length > 0 ? facts.join(' · ') : null;
}
