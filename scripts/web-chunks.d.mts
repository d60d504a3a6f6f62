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

/** `build` is the bundler's function. It is called once, without writing files. */
export function planChunks(
  build: (options: object) => Promise<{ output: Chunk[] }>,
  web: string,
): Promise<Plan>;
