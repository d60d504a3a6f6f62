// Types of build-server.mjs.
export declare function buildServer(): Promise<void>;
