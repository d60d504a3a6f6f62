// Types of build-server.mjs.
export declare function buildServer(): Promise<void>;
export declare const unbundled: readonly string[];
