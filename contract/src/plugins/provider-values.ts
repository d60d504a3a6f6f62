// Values of provider settings, without schemas.

/** Entry for file metadata in the order of providers. */
export const filesInOrder = 'files';

/** Use of provider covers if no cover was selected. */
export const coverPolicies = ['never', 'missing', 'preferred'] as const;
export type CoverPolicy = (typeof coverPolicies)[number];
