// Limits of the panels of comic pages. Has no imports of schemas.

/** Maximum number of panels of a page. */
export const maxPanels = 40;
