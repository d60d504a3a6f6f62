// Version of the detector of panels.

/** Increased with every change of the detector's results. Stored results of other versions are not used. */
export const detectorVersion = 1;
