// Corrections of panels by users.

/** Panels of a page that a user corrected. Written by features/serving/panels. */
export interface PanelCorrectionTable {
  /** Hash of the pages (`pageHash` of the book), or of the file if that is unknown. */
  contentHash: string;
  pageNumber: number;
  /** JSON: boxes in reading order. Empty if the page is shown whole. */
  panels: string;
  updatedAt: number;
}
