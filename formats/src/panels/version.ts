// Versions of the detector of panels and of the readers of imported panels.

/** Increased with every change of the detector's results. Stored results of other versions are not used. */
export const detectorVersion = 3;

/** Increased with every change of the panels that are read from files. */
export const importVersion = 1;
