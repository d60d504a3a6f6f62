// One library among others.
import type { Library } from '@lectern/contract/libraries';
import { Badge, Button, Code, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { scanStatus } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { Row } from '../../../ui/manage/rows.tsx';
import { AnalysisProgress } from '../../analysis/index.tsx';
import { ScanProgress } from '../../libraries/index.tsx';
import { LastScan } from './last-scan.tsx';
import { LibraryMenu } from './library-menu.tsx';
import { type Ask, useLibraryActs } from './use-library-acts.ts';
import { useText } from './words/index.ts';

export function LibraryRow({ library, ask }: { library: Library; ask: Ask }) {
  const t = useText();
  const format = useFormat();
  const hasPermission = usePermission();
  const { data: scan } = useQuery(scanStatus(library.id));
  const acts = useLibraryActs(library);
  const { name, paths, isActive, lastScannedAt, seriesCount, bookCount } = library;
  const isScanning = scan ? /pending|running/.test(scan.status) : false;
  return (
    <Row
      title={
        <AnchorLink to="/series" search={{ library: library.id }} c="inherit">
          {name}
        </AnchorLink>
      }
      badges={!isActive && <Badge color="gray">{t('paused')}</Badge>}
      lines={[
        `${t('counts', { series: seriesCount, books: bookCount })} · ${
          lastScannedAt ? t('scanned', { when: format.ago(lastScannedAt) }) : t('neverScanned')
        }`,
        <Schedule key="upkeep" library={library} />,
        ...paths.map((path) => <Code key={path}>{path}</Code>),
      ]}
      actions={
        hasPermission('libraries:write') && (
          <>
            {isScanning ? (
              <Button variant="default" onClick={acts.stop} aria-label={t('stopScanNamed', { name })}>
                {t('stopScan')}
              </Button>
            ) : (
              <Button
                variant="light"
                leftSection={<IconRefresh size={16} />}
                onClick={() => acts.scan('normal')}
                loading={acts.isBusy}
                aria-label={t('scanNamed', { name })}
              >
                {t('scan')}
              </Button>
            )}
            <ButtonLink
              to="/administration/libraries/$id"
              params={{ id: library.id }}
              variant="default"
              aria-label={t('editNamed', { name })}
            >
              {t('edit')}
            </ButtonLink>
            <LibraryMenu library={library} acts={acts} ask={ask} isScanning={isScanning} />
          </>
        )
      }
    >
      <div style={{ marginTop: 8 }}>
        <ScanProgress libraries={[library]} />
        <AnalysisProgress of={{ noun: 'libraries', id: library.id }} />
        {scan && !isScanning && <LastScan library={library} scan={scan} acts={acts} ask={ask} />}
        {library.description && (
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {library.description}
          </Text>
        )}
      </div>
    </Row>
  );
}

const known = {
  '0 * * * *': 'hourly',
  '0 */6 * * *': 'sixHourly',
  '0 3 * * *': 'nightly',
  '0 3 * * 1': 'weekly',
} as const;

/** When it is scanned without being asked; nothing where it is not. */
function Schedule({ library: { scanning, isActive } }: { library: Library }) {
  const t = useText();
  const { cronSchedule: cron, watch } = scanning;
  const words =
    cron === null ? undefined : (known as Record<string, (typeof known)[keyof typeof known]>)[cron];
  const facts = [
    cron !== null && t('byItself', { when: words ? t(words) : t('atTimes', { cron }) }),
    watch && t('watches'),
  ].filter(Boolean);
  return isActive && facts.length > 0 ? facts.join(' · ') : null;
}
