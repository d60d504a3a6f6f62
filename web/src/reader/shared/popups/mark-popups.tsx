// The popups over the text of a book: for selected text and for a highlight.
import type { Annotation, ChangeAnnotation } from '@lectern/contract/reading/annotations';
import type { Bounds, TextSelection } from '../annotations/selection.ts';
import type { Annotations } from '../annotations/use-annotations.ts';
import { HighlightPopup } from './highlight-popup.tsx';
import { SelectionPopup } from './selection-popup.tsx';

export type MarkPopup =
  | { kind: 'selection'; selected: TextSelection }
  | { kind: 'mark'; id: string; bounds: Bounds };

interface Props {
  popup: MarkPopup;
  show(popup: MarkPopup | undefined): void;
  annotations: Annotations;
  mayMark: boolean;
  /** Language of the book. */
  language: string | undefined;
  deselect(): void;
  onSearch(text: string): void;
  onRemove(annotation: Annotation): void;
}

export function MarkPopups({ popup, show, annotations, deselect, onRemove, ...ofText }: Props) {
  if (popup.kind === 'selection')
    return <Selection {...ofText} popup={popup} show={show} annotations={annotations} deselect={deselect} />;
  const mark = annotations.all.find(({ id }) => id === popup.id);
  if (!mark) return null;
  const change = (part: ChangeAnnotation) => {
    annotations.change(mark, part);
    show(undefined);
  };
  return (
    <HighlightPopup
      key={mark.id}
      annotation={mark}
      bounds={popup.bounds}
      onColor={(color) => change({ color })}
      onNote={(note) => change({ note: note.trim() ? note : null })}
      onRemove={() => onRemove(mark)}
    />
  );
}

type SelectionProps = Omit<Props, 'popup' | 'onRemove'> & {
  popup: Extract<MarkPopup, { kind: 'selection' }>;
};

function Selection({ popup, show, annotations, mayMark, language, deselect, onSearch }: SelectionProps) {
  const { selected } = popup;
  const done = () => {
    deselect();
    show(undefined);
  };
  return (
    <SelectionPopup
      selected={selected}
      mayMark={mayMark}
      language={language}
      onColor={(color) => {
        annotations.addHighlight(selected, color);
        done();
      }}
      onNote={() => {
        const { id } = annotations.addHighlight(selected, 'yellow');
        deselect();
        show({ kind: 'mark', id, bounds: selected.bounds });
      }}
      onSearch={() => {
        done();
        onSearch(selected.text.replace(/\s+/g, ' ').slice(0, 200));
      }}
      onDone={done}
    />
  );
}
