// Types of node-version.mjs.
export declare function findVersionError(version: string, path: string): string | undefined;
