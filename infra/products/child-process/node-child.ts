import { launched } from './launched.ts';
import { type Child, type ChildSpec, startChild } from './child.ts';

type NodeChildSpec = Omit<ChildSpec<never>, 'command' | 'args' | 'ready'> &
  Readonly<{
    /** The path of a TypeScript module. */
    script: string;
    args: readonly string[];
    /** Options of Node itself. */
    nodeFlags?: readonly string[];
  }>;

const isReady = <Ready extends { ready: true }>(said: unknown): said is Ready =>
  typeof said === 'object' && said !== null && 'ready' in said && said.ready === true;

/** The content of a JSON line with `ready: true`; every other line is a line of the log. */
const readyLine = <Ready extends { ready: true }>(line: string): Ready | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    const said: unknown = JSON.parse(line);
    return isReady<Ready>(said) ? said : undefined;
  } catch {
    return undefined;
  }
};

/** Runs a TypeScript module of this project in a separate Node process, until this process ends. */
export const startNodeChild = <Ready extends { ready: true }>({
  script,
  nodeFlags = [],
  args,
  ...spec
}: NodeChildSpec): Promise<Child<Ready>> =>
  startChild<Ready>({
    ...spec,
    command: process.execPath,
    args: [...nodeFlags, ...launched(script), ...args],
    ready: readyLine,
  });
