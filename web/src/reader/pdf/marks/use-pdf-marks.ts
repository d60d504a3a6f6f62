// Highlights of a PDF: the account's highlights, the current selection, and the open popup.
import type { Annotation } from '@lectern/contract/reading/annotations';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { removeWithUndo } from '../../shared/annotations/remove.ts';
import type { TextSelection } from '../../shared/annotations/selection.ts';
import { type Annotations, useAnnotations } from '../../shared/annotations/use-annotations.ts';
import { useMayMark } from '../../shared/annotations/use-may-mark.ts';
import type { MarkPopup } from '../../shared/popups/mark-popups.tsx';
import type { Viewer } from '../engine/viewer.ts';

export interface PdfMarks {
  annotations: Annotations;
  mayMark: boolean;
  popup: MarkPopup | undefined;
  show(popup: MarkPopup | undefined): void;
  /** Opens the popup of the highlight at a point. Returns false if there is none. */
  openAt(x: number, y: number): boolean;
  remove(annotation: Annotation): void;
}

interface Props {
  bookId: string;
  box: RefObject<HTMLElement | null>;
  viewer: Viewer | undefined;
}

/** Dragging changes a selection many times. */
const waitMs = 250;

export function usePdfMarks({ bookId, box, viewer }: Props): PdfMarks {
  const t = useTranslate();
  const annotations = useAnnotations(bookId);
  const mayMark = useMayMark();
  const [popup, show] = useState<MarkPopup>();
  const { highlights } = annotations;
  useEffect(() => viewer?.marks.set(highlights), [viewer, highlights]);
  const onSelected = useCallback((selected: TextSelection | undefined) => {
    if (selected) show({ kind: 'selection', selected });
    else show((before) => (before?.kind === 'selection' ? undefined : before));
  }, []);
  useSelection(box, viewer, onSelected);
  // A popup does not follow the pages.
  useEffect(() => {
    const { current } = box;
    const close = () => show(undefined);
    current?.addEventListener('scroll', close, { passive: true });
    return () => current?.removeEventListener('scroll', close);
  }, [box]);
  return {
    annotations,
    popup,
    show,
    mayMark,
    openAt(x, y) {
      const found = viewer?.marks.findAt(x, y);
      if (found) show({ kind: 'mark', ...found });
      return found !== undefined;
    },
    remove(annotation) {
      removeWithUndo(annotations, annotation, t);
      show(undefined);
    },
  };
}

/** Reports a selection once it is complete. */
function useSelection(
  box: RefObject<HTMLElement | null>,
  viewer: Viewer | undefined,
  onSelected: (selected: TextSelection | undefined) => void,
): void {
  useEffect(() => {
    const { current } = box;
    if (!current || !viewer) return;
    let isPressed = false;
    let timer: number | undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const soon = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => !isPressed && onSelected(viewer.marks.readSelection()), waitMs);
    };
    const press = (isDown: boolean) => () => {
      isPressed = isDown;
      if (!isDown) soon();
    };
    current.addEventListener('pointerdown', press(true), { signal });
    for (const name of ['pointerup', 'pointercancel'])
      window.addEventListener(name, press(false), { signal });
    document.addEventListener('selectionchange', soon, { signal });
    return () => {
      window.clearTimeout(timer);
      ending.abort();
    };
  }, [box, viewer, onSelected]);
}
