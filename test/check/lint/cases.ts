type Case = Readonly<{ file: string; code: string }>;
type Reason = Readonly<{ rule: string; says?: RegExp }>;

const of = <T extends object>(reason: T, file: string, codes: readonly string[]): readonly (Case & T)[] =>
  codes.map((code) => ({ ...reason, file, code }));

const refusedBy = (rule: string, file: string, ...codes: readonly string[]) => of<Reason>({ rule }, file, codes);
const allowedIn = (file: string, ...codes: readonly string[]) => of({}, file, codes);

const anywhere = 'test/*.ts';
const product = 'infra/*.ts';
const domain = 'domain/*.ts';
const later = 'declare const later: () => Promise<number>;';
const text = 'declare const text: string;';

/** Code that a rule of .oxlintrc.json refuses, and no other. The star is a name. */
export const refused: readonly (Case & Reason)[] = [
  ...refusedBy('eqeqeq', anywhere, 'export const is = (a: string): boolean => a == "b";'),
  ...refusedBy('no-array-constructor', anywhere, 'export const made = new Array(1, 2);'),
  ...refusedBy(
    'no-unused-expressions',
    product,
    'declare const a: number; a;',
    'declare const f: () => 1; export let a = 0; a && f(); a = 1;',
  ),
  ...refusedBy(
    'no-unused-vars',
    anywhere,
    'const a = 1;',
    'import { join } from "node:path";',
    'export const f = (a: 1, b: 1) => a;',
    'try { Math.abs(1); } catch (fault) { Math.abs(2); }',
    'export const f = ({ a, ...rest }: { a: 1 }) => rest;',
    'type Lone = 1;',
  ),
  ...refusedBy('no-unused-vars', 'test/*.mjs', 'const _a = 1;', 'export const f = (_a) => 1;'),
  ...refusedBy('no-var', anywhere, 'export var a = 1;'),
  ...refusedBy(
    'prefer-const',
    anywhere,
    'let a = 1; export { a };',
    'let { a, b } = { a: 1, b: 1 }; b = 2; export { a, b };',
  ),
  ...refusedBy('prefer-rest-params', anywhere, 'export function f() { return arguments; }'),
  ...refusedBy('prefer-spread', anywhere, 'const list = [1, 2]; export const most = Math.max.apply(Math, list);'),
  ...refusedBy('typescript/await-thenable', anywhere, 'export const one = async () => await 1;'),
  ...refusedBy(
    'typescript/ban-ts-comment',
    anywhere,
    '// @ts-ignore of a reason\nexport const a = 1;',
    '// @ts-nocheck of a reason\nexport const a = 1;',
    '// @ts-expect-error\nexport const a: string = 1;',
  ),
  ...refusedBy('typescript/no-duplicate-enum-values', anywhere, 'export enum E { A = 1, B = 1 }'),
  ...refusedBy('typescript/no-empty-object-type', anywhere, 'export type A = {};', 'export interface A {}'),
  ...refusedBy('typescript/no-explicit-any', anywhere, 'export type A = any;'),
  ...refusedBy('typescript/no-extra-non-null-assertion', anywhere, 'export const f = (a?: { b: 1 }) => a!!.b;'),
  ...refusedBy('typescript/no-floating-promises', anywhere, `${later} later();`),
  ...refusedBy('typescript/no-misused-new', anywhere, 'export interface A { a: 1; new (): A }'),
  ...refusedBy('typescript/no-misused-promises', anywhere, `${later} export const is = later() ? 1 : 2;`),
  ...refusedBy('typescript/no-namespace', anywhere, 'export namespace A { export type B = 1 }'),
  ...refusedBy(
    'typescript/no-non-null-asserted-optional-chain',
    anywhere,
    'export const f = (a?: { b?: 1 }) => a?.b!;',
  ),
  ...refusedBy('typescript/no-require-imports', anywhere, 'import fs = require("node:fs"); export { fs };'),
  ...refusedBy('typescript/no-require-imports', 'test/*.cjs', 'exports.fs = require("node:fs");'),
  ...refusedBy(
    'typescript/no-this-alias',
    anywhere,
    'export class A { own() { const self = this; return () => self; } }',
  ),
  ...refusedBy('typescript/no-unnecessary-type-constraint', anywhere, 'export type A<T extends unknown> = T[];'),
  ...refusedBy(
    'typescript/no-unsafe-declaration-merging',
    anywhere,
    'export interface A { a: 1 } export class A { b = 1; }',
  ),
  ...refusedBy('typescript/no-unsafe-function-type', anywhere, 'export type A = Function;'),
  ...refusedBy('typescript/no-wrapper-object-types', anywhere, 'export type A = String;'),
  ...refusedBy('typescript/prefer-as-const', anywhere, "export const a = 'a' as 'a';"),
  ...refusedBy('typescript/prefer-namespace-keyword', 'test/*.d.ts', 'declare module A { type B = 1 }'),
  ...refusedBy(
    'typescript/switch-exhaustiveness-check',
    anywhere,
    "export const f = (a: 'a' | 'b') => { switch (a) { case 'a': return 1; } return 2; };",
  ),
  ...refusedBy('typescript/triple-slash-reference', anywhere, '/// <reference types="node" />\nimport "node";'),
  ...refusedBy('no-restricted-properties', domain, 'export const at = Date.now();', 'export const by = Math.random();'),
  ...refusedBy(
    'no-restricted-globals',
    domain,
    'export const at = process.pid;',
    'export const got = fetch;',
    'export const wait = setTimeout;',
    'export const wait = setInterval;',
  ),
  ...refusedBy('own/plain-literals', anywhere, 'export const a = { ...{ b: 1 } };', 'export const a = [...[1]];'),
  ...refusedBy('own/plain-literals', 'infra/edge/console/app/*.tsx', 'export const a = { ...{ b: 1 } };'),
  ...refusedBy('own/stated-absence', domain, "export type State = { is: 'absent' };"),
  ...refusedBy(
    'own/every-event',
    domain,
    "type E = { type: 'a' }; export const evolve = (s: 1, e: E) => { switch (e.type) { case 'a': return s; default: return s; } };",
    "type E = { type: 'a' }; export const a = { evolve: (s: 1, e: E) => { switch (e.type) { default: return s; } } };",
  ),
  ...refusedBy(
    'own/timer-promise',
    'commands/*.ts',
    'export const wait = new Promise((resolve) => setTimeout(resolve, 1));',
  ),
  ...refusedBy('own/few-parameters', 'infra/edge/console/app/*.tsx', 'export const f = (a: 1, b: boolean) => [a, b];'),
  ...of<Reason>({ rule: 'own/few-parameters', says: /^At most 4 parameters/ }, product, [
    'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e];',
    'export function f(a: 1, b: 1, c: 1, d: 1, e: 1) { return [a, b, c, d, e]; }',
    'export class Named { constructor(a: 1, b: 1, c: 1, d: 1, e: 1) { void [a, b, c, d, e]; } }',
    'export abstract class Named { abstract send(a: 1, b: 1, c: 1, d: 1, e: 1): void }',
    'export declare function send(a: 1, b: 1, c: 1, d: 1, e: 1): void;',
    'export type Ports = { send(a: 1, b: 1, c: 1, d: 1, e: 1): void };',
    'export type Ports = { (a: 1, b: 1, c: 1, d: 1, e: 1): void };',
    'export type Ports = { new (a: 1, b: 1, c: 1, d: 1, e: 1): object };',
    'export type Send = (a: 1, b: 1, c: 1, d: 1, e: 1) => void;',
  ]),
  ...of<Reason>({ rule: 'own/few-parameters', says: /^A call with a positional true/ }, product, [
    'export const f = (a: string, isLast: boolean) => [a, isLast];',
    'export const f = (a: string, isLast = false) => [a, isLast];',
    'export const f = (a: string, isLast?: boolean | undefined) => [a, isLast];',
    'export type Send = (key: string, again: boolean) => void;',
  ]),
  ...refusedBy(
    'own/defined-fields',
    product,
    'export const a = { ...(x === undefined ? {} : { x }) };',
    'export const a = { ...(x !== undefined ? { x } : {}) };',
    'export const a = { ...(x !== undefined && { x }) };',
    'export const a = { ...(media.width !== undefined && { width: media.width }) };',
  ),
  ...refusedBy(
    'own/no-cut-text',
    product,
    `${text} export const cut = text.substring(1);`,
    `${text} export const cut = text.slice(0, 33);`,
    `${text} const most = 40; export const cut = text.slice(0, most);`,
    `${text} /* ‘é😀’ */ const most = { title: 40 } as const; export const cut = text.trim().slice(0, most.title);`,
    'export const cut = (names: string | readonly string[]) => names.slice(0, 3);',
    'export const cut = (name?: string) => (name ?? "é").slice(0, 3);',
  ),
  ...refusedBy('own/no-cut-text', 'infra/edge/console/app/*.ts', `${text} export const cut = text.slice(0, 33);`),
];

/** Code that looks like it, and passes every rule. */
export const allowed: readonly Case[] = [
  ...allowedIn(
    anywhere,
    'export const is = (a?: string | null): boolean => a == null;',
    'export const f = (_a: 1, b: 1) => b; const _c = 1;',
    'declare const a: { b: boolean }; a.b;',
    '// @ts-expect-error of a reason\nexport const a: string = 1;',
    '/// <reference path="./case0.ts" />\nexport const a = Date.now();',
    `${later} void later();`,
  ),
  ...allowedIn(
    product,
    `${text} export const day = text.slice(0, 10);`,
    `${text} export const cut = text.slice(0, text.indexOf('.'));`,
    `${text} export const cut = text.slice(0, -1);`,
    'export const first = (names: readonly string[]) => names.slice(0, 3);',
    'export const short = (bytes: Buffer) => bytes.toString("hex").slice(0, 12);',
    "export type State = { is: 'absent' };",
    'export const at = Date.now();',
    'export const a = { ...defined({ x }) };',
    'export const a = { ...(x !== undefined && { y: f(x) }) };',
    'export const a = { ...(x !== undefined && { x, y }) };',
    'export const a = { ...(x === undefined ? { y } : { x }) };',
    'export const a = { ...(x && { x }) };',
    'export const f = (a: 1, b: 1, c: 1, { d, e }: { d: 1; e: 1 }) => [a, b, c, d, e];',
    'export const setEnabled = (enabled: boolean) => enabled;',
    'export const f = (a: string, { isLast = false }: { isLast?: boolean } = {}) => [a, isLast];',
    'export const f = (a: string, b: boolean | string) => [a, b];',
  ),
  ...allowedIn('infra/products/*.ts', `${text} export const cut = text.slice(0, 33);`),
  ...allowedIn(
    'infra/edge/console/app/*.ts',
    'export const wait = new Promise((resolve) => setTimeout(resolve, 1));',
    'export const f = (x?: 1) => ({ ...(x !== undefined && { x }) });',
  ),
];
