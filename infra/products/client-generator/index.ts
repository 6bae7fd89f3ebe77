export type { Document } from './document.ts';
export { buildGo, buildPython } from './generate.ts';
