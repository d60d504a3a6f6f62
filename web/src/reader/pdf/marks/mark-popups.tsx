// The popups over the pages of a PDF: what to do with selected words, and with a highlight.
import type { AnnotationColor } from '@lectern/contract/values';
import { HighlightPopup } from '../../shared/popups/highlight-popup.tsx';
import { SelectionPopup } from '../../shared/popups/selection-popup.tsx';
import type { PdfMarks } from './use-pdf-marks.ts';

interface Props {
  marks: PdfMarks;
  onSearch(text: string): void;
}

export function MarkPopups({ marks, onSearch }: Props) {
  const { annotations, popup, show, mayMark, remove } = marks;
  const done = () => {
    getSelection()?.removeAllRanges();
    show(undefined);
  };
  if (popup?.kind === 'selection') {
    const { selected } = popup;
    return (
      <SelectionPopup
        selected={selected}
        mayMark={mayMark}
        // Most documents do not say which it is.
        language={undefined}
        onColor={(color) => {
          annotations.addHighlight(selected, color);
          done();
        }}
        onNote={() => {
          const { id } = annotations.addHighlight(selected, 'yellow');
          getSelection()?.removeAllRanges();
          show({ kind: 'mark', id, bounds: selected.bounds });
        }}
        onSearch={() => {
          done();
          onSearch(selected.text.slice(0, 200));
        }}
        onDone={done}
      />
    );
  }
  const mark = annotations.all.find(({ id }) => popup?.kind === 'mark' && id === popup.id);
  if (!mark || popup?.kind !== 'mark') return null;
  const change = (part: { color?: AnnotationColor; note?: string | null }) => {
    annotations.change(mark, part);
    done();
  };
  return (
    <HighlightPopup
      key={mark.id}
      annotation={mark}
      bounds={popup.bounds}
      onColor={(color) => change({ color })}
      onNote={(note) => change({ note: note.trim() ? note : null })}
      onRemove={() => remove(mark)}
    />
  );
}
