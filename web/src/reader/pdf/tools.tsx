// The buttons in the top bar of a PDF.
import { IconHighlight, IconLayoutGrid, IconList, IconSearch, IconSettings } from '@tabler/icons-react';
import { useTranslate } from '../../i18n/translate.ts';
import { BarButton } from '../shared/bars/bar-button.tsx';
import { FullScreenButton } from '../shared/bars/full-screen-button.tsx';
import type { Panel } from './panels/panels.tsx';

interface Props {
  panel: Panel | undefined;
  /** The document has a table of contents. */
  hasContents: boolean;
  hasThumbnails: boolean;
  toggle(panel: Panel): void;
}

export function Tools({ panel, hasContents, hasThumbnails, toggle }: Props) {
  const t = useTranslate();
  return (
    <>
      {hasContents && (
        <BarButton label={t('reader.pdf.contents')} onClick={() => toggle('contents')}>
          <IconList />
        </BarButton>
      )}
      {hasThumbnails && (
        <BarButton
          label={t('reader.comic.thumbnails')}
          onClick={() => toggle('thumbnails')}
          isPressed={panel === 'thumbnails'}
        >
          <IconLayoutGrid />
        </BarButton>
      )}
      <BarButton
        label={t('reader.pdf.search')}
        onClick={() => toggle('search')}
        isPressed={panel === 'search'}
      >
        <IconSearch />
      </BarButton>
      <BarButton label={t('reader.pdf.marks')} onClick={() => toggle('marks')}>
        <IconHighlight />
      </BarButton>
      <FullScreenButton />
      <BarButton label={t('reader.pdf.view')} onClick={() => toggle('view')}>
        <IconSettings />
      </BarButton>
    </>
  );
}
