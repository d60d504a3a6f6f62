// The file system of 7-Zip: an archive read through a ByteSource, the list of wanted files, and a folder
// whose files are passed to `output`. It is an Emscripten file system (FS API, "Persistent data and file
// systems"), which 7z-wasm types only in part.
import type { SevenZipModule } from '7z-wasm';
import type { ByteSource } from '../../source.ts';

export const virtualPaths = { archive: '/box/archive', list: '/box/list', output: '/box/out' };

interface Node {
  id: number;
  mode: number;
  name: string;
  node_ops: object;
  stream_ops: object;
  /** Lectern's own field: the content of the node. */
  content: ByteSource;
  children: Map<string, Node>;
}
interface Stream {
  node: Node;
  position: number;
}
interface FileSystemCore {
  createNode(parent: Node | null, name: string, mode: number, device: number): Node;
  ErrnoError: new (code: number) => Error;
  mount(type: { mount(): Node }, options: object, path: string): void;
}

export interface Output {
  /** Called when 7-Zip creates a file. */
  open(name: string): void;
  /** Receives bytes in the memory of the program. Returning false ends the run. */
  write(bytes: Uint8Array, position: number): boolean;
  close(): void;
}

/** WASI error codes. */
const ioError = 29;
const noSuchFile = 44;
const folderMode = 0o40777;
const fileMode = 0o100777;
const fromHere = 1;
const fromEnd = 2;
const never = new Date(0);
const nothing: ByteSource = { size: 0, read: () => new Uint8Array(0) };

export function mountFileSystem(
  { FS }: SevenZipModule,
  { archive, list, output }: { archive: ByteSource; list: ByteSource; output: Output },
): void {
  if (!isCore(FS)) throw new TypeError('7z-wasm has an unexpected file system');
  const core = FS;
  const operations = { node_ops: toNodeOperations(core, make), stream_ops: toStreamOperations(core, output) };

  function make(parent: Node | null, name: string, mode: number, content = nothing): Node {
    const node = core.createNode(parent, name, mode, 0);
    Object.assign(node, operations, { content, children: new Map() });
    parent?.children.set(name, node);
    return node;
  }

  function mount(): Node {
    const root = make(null, '/', folderMode);
    make(root, 'archive', fileMode, archive);
    make(root, 'list', fileMode, list);
    make(root, 'out', folderMode);
    return root;
  }
  FS.mkdir('/box');
  core.mount({ mount }, {}, '/box');
}

function isCore(value: object): value is FileSystemCore {
  return 'createNode' in value && 'ErrnoError' in value;
}

function toNodeOperations(
  core: FileSystemCore,
  make: (parent: Node, name: string, mode: number) => Node,
): object {
  return {
    getattr: ({ id, mode, content }: Node) => ({
      dev: 1,
      ino: id,
      mode,
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      size: content.size,
      atime: never,
      mtime: never,
      ctime: never,
      blksize: 4096,
      blocks: 0,
    }),
    setattr() {},
    lookup(parent: Node, name: string): Node {
      const node = parent.children.get(name);
      if (!node) throw new core.ErrnoError(noSuchFile);
      return node;
    },
    mknod: (parent: Node, name: string, mode: number) => make(parent, name, mode),
    readdir: ({ children }: Node) => ['.', '..', ...children.keys()],
    unlink: (parent: Node, name: string) => parent.children.delete(name),
  };
}

function toStreamOperations(core: FileSystemCore, output: Output): object {
  const isWritten = ({ content }: Node) => content === nothing;
  return {
    open({ node }: Stream) {
      if (isWritten(node)) output.open(node.name);
    },
    read({ node }: Stream, memory: Uint8Array, to: number, length: number, position: number): number {
      const bytes = node.content.read(position, length);
      memory.set(bytes, to);
      return bytes.length;
    },
    write(_: Stream, memory: Uint8Array, from: number, length: number, position: number): number {
      if (output.write(memory.subarray(from, from + length), position)) return length;
      throw new core.ErrnoError(ioError);
    },
    close({ node }: Stream) {
      if (isWritten(node)) output.close();
    },
    llseek({ node, position }: Stream, offset: number, whence: number): number {
      return offset + (whence === fromHere ? position : whence === fromEnd ? node.content.size : 0);
    },
  };
}
