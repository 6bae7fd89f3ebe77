export { answersAt } from './answers-at.ts';
export { type Child, ChildFailed, type ChildSpec, startChild } from './child.ts';
export { freePort, freePortsOf } from './free-port.ts';
export { launched } from './launched.ts';
export { startNodeChild } from './node-child.ts';
export { boundToParent, runs } from './parent-death.ts';
