// The icon of a library by its kind. During a scan, a ring shows its progress.
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { LibraryKind } from '@lectern/contract/libraries/library-kinds';
import { IconBook2, IconBubbleText, IconFileText, IconLibrary, IconTorii } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { activeScans } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './place.module.css';

const icons: Record<LibraryKind, typeof IconLibrary> = {
  comics: IconBubbleText,
  manga: IconTorii,
  books: IconBook2,
  documents: IconFileText,
  mixed: IconLibrary,
};

export function KindIcon({ kind, size }: { kind: LibraryKind; size: number }) {
  const Icon = icons[kind];
  return <Icon size={size} aria-hidden="true" />;
}

interface Props {
  library: Pick<Library, 'id' | 'name' | 'kind'>;
  size: number;
}

export function LibraryIcon({ library: { id, name, kind }, size }: Props) {
  const { data } = useQuery(activeScans);
  const scan = data?.scans.find(({ libraryId }) => libraryId === id);
  return scan ? <ScanRing scan={scan} name={name} size={size} /> : <KindIcon kind={kind} size={size} />;
}

/** Length of the circle in user units, so that shares are percentages. */
const circumference = 100;
const radius = circumference / (2 * Math.PI);
const stroke = 5;
/** Shown part of the ring while the number of files is unknown. */
const unknownPercent = 25;

function ScanRing({ scan, name, size }: { scan: ScanStatus; name: string; size: number }) {
  const t = useTranslate();
  const { filesTotal, filesProcessed } = scan;
  const percent = filesTotal > 0 ? Math.round((filesProcessed / filesTotal) * 100) : undefined;
  const center = radius + stroke / 2;
  return (
    <svg
      className={classes.ring}
      width={size}
      height={size}
      viewBox={`0 0 ${center * 2} ${center * 2}`}
      role="progressbar"
      aria-label={t('libraries.progress.scanOf', { name })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-unknown={percent === undefined || undefined}
    >
      <circle className={classes.track} cx={center} cy={center} r={radius} strokeWidth={stroke} />
      <circle
        className={classes.share}
        cx={center}
        cy={center}
        r={radius}
        strokeWidth={stroke}
        strokeDasharray={`${percent ?? unknownPercent} ${circumference}`}
      />
    </svg>
  );
}
