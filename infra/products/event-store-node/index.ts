export { type RunningNode, startNode } from './node.ts';
