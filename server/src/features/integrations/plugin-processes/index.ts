// Processes of plugins: starting, calling and ending them.

export { closingGraceMs, PluginInstances, type Started, type Target } from './instances.ts';
export { type LogLevel, type PluginProcess, startPlugin } from './process.ts';
export type { PluginProgram } from './program.ts';
export { type ReverseCall, ReverseCallError, type ReverseCalls } from './rpc.ts';
