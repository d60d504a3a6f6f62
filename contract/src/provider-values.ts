// What libraries say of providers of metadata, without schemas.

/** In the order of providers: what files say. */
export const filesInOrder = 'files';

/** When covers of providers are taken by themselves. */
export const coverPolicies = ['never', 'missing', 'preferred'] as const;
export type CoverPolicy = (typeof coverPolicies)[number];
