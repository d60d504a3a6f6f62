// Starts a reference program, which prints its address in its first line.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `name` is a file in this folder. */
export async function startReference(
  name: string,
  args: readonly string[],
): Promise<{ url: string; stop(): void }> {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return { url, stop: () => void child.kill() };
}
