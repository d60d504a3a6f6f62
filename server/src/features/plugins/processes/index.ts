// Plugin processes: start, call and stop.

export { PluginInstances, type Started, type Target, toGraceMs } from './instances.ts';
export { type LogLevel, startPlugin } from './process.ts';
export type { PluginProgram } from './program.ts';
export { type ReverseCall, ReverseCallError, type ReverseCalls } from './rpc.ts';
