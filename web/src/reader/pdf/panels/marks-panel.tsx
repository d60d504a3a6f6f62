// All highlights of a PDF, with export to Markdown.

import { toMarkdown } from '@lectern/contract/reading/annotation-markdown';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { downloadText } from '../../../ui/markdown/download-text.ts';
import { SidePanel } from '../../shared/panel/side-panel.tsx';
import { AnnotationsPanel } from '../../shared/popups/annotations-panel.tsx';
import type { PdfMarks } from '../marks/use-pdf-marks.ts';

interface Props {
  marks: PdfMarks;
  title: string;
  goTo(page: number): void;
  onClose(): void;
}

export function MarksPanel({ marks, title, goTo, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { all } = marks.annotations;
  const labels = {
    title,
    bookmark: t('reader.epub.bookmark'),
    percent: format.percent,
    page: (page: number) => t('reader.epub.pageOf', { page: String(page) }),
  };
  return (
    <SidePanel title={t('reader.pdf.marks')} closeLabel={t('reader.pdf.close')} onClose={onClose}>
      <AnnotationsPanel
        annotations={all}
        nothing={t('reader.pdf.noMarks')}
        onGo={({ locator }) => locator.locations?.position && goTo(locator.locations.position)}
        onRemove={marks.remove}
        onExport={() => downloadText(`${title}.md`, toMarkdown(all, labels))}
      />
    </SidePanel>
  );
}
