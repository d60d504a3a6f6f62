interface Chunk {
  type: string;
  isEntry: boolean;
  fileName: string;
  facadeModuleId: string | null;
  moduleIds: string[];
  imports: string[];
}

interface Plan {
  codeSplitting: { groups: { name(id: string): string | null }[] };
}

/** `build` is that of the bundler; it is called once, without writing. */
export function planChunks(
  build: (options: object) => Promise<{ output: Chunk[] }>,
  web: string,
): Promise<Plan>;
