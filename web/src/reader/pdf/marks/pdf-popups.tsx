// The popups over the pages of a PDF.
import { MarkPopups } from '../../shared/popups/mark-popups.tsx';
import type { PdfMarks } from './use-pdf-marks.ts';

interface Props {
  marks: PdfMarks;
  onSearch(text: string): void;
}

export function PdfPopups({ marks: { popup, show, annotations, mayMark, remove }, onSearch }: Props) {
  if (!popup) return null;
  return (
    <MarkPopups
      popup={popup}
      show={show}
      annotations={annotations}
      mayMark={mayMark}
      onSearch={onSearch}
      // Most documents do not declare their language.
      language={undefined}
      deselect={() => getSelection()?.removeAllRanges()}
      onRemove={remove}
    />
  );
}
