// Types of build.mjs.
export declare function buildFresh(order: {
  what: string;
  built: string;
  sources: readonly string[];
  build(fresh: string): Promise<void>;
}): Promise<void>;
