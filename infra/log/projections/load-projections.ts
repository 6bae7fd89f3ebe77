import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { catalogue } from '../../../domain/events.ts';
import { guardedProjection, UnusableProjection } from '../../../projections/authoring/guarded-projection.ts';
import { projectionOf, type ProjectionFile } from '../../../projections/authoring/projection-of.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';

declare global {
  interface ImportMeta {
    /** Set in programs that were compiled before they were started: no loader translates what they import later. */
    readonly compiled?: true;
  }
}

/** Outside projections are TypeScript, and so is the package that they import from here. */
const translateLateImports = async (): Promise<void> => {
  if (!import.meta.compiled) return;
  const { register } = await import('tsx/esm/api');
  register();
};

const isPath = (name: string): boolean => name.startsWith('.') || path.isAbsolute(name) || /\.[cm]?[jt]s$/.test(name);

/** Resolves a module from a folder: a file by its path, or a package by its name. */
const addressOf = async (name: string, from: string): Promise<string> => {
  if (!isPath(name)) {
    try {
      return pathToFileURL(createRequire(path.join(from, 'package.json')).resolve(name)).href;
    } catch {
      // The package is then resolved beside this service.
      return name;
    }
  }
  const file = path.resolve(from, name);
  if (!(await stat(file).catch(() => undefined))?.isFile())
    throw new UnusableProjection(`there is no projection file ${file}`);
  return pathToFileURL(file).href;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

type Row = Record<string, unknown>;

/** A check of the outline only; `guardedProjection` checks every part. */
const isFile = (one: unknown): one is ProjectionFile<Row> =>
  isObject(one) && isObject(one['table']) && isObject(one['on']);
const isMade = (one: unknown): one is Projection =>
  isObject(one) && isObject(one['table']) && typeof one['fold'] === 'function';
const isProjection = (one: unknown): one is ProjectionFile<Row> | Projection => isFile(one) || isMade(one);

/**
 * A module's default export (a projection file, a result of `projectionOf`, or a list of them), or
 * else its named exports.
 */
const projectionsIn = (module: Readonly<Record<string, unknown>>, name: string): readonly Projection[] => {
  const { default: main } = module;
  const found: unknown[] = Array.isArray(main)
    ? main
    : main === undefined
      ? Object.values(module).filter(isProjection)
      : [main];
  if (found.length === 0 || !found.every(isProjection)) throw new UnusableProjection(`${name} exports no projection`);
  return found.map((one) =>
    guardedProjection(isFile(one) ? projectionOf(one) : one, (type) => catalogue.definitions.has(type)),
  );
};

/**
 * Loads projections that live outside this repository, by path or package name. They must keep to
 * the shape of a row and receive only events. A name that is taken, a module that cannot be loaded
 * and a value that is no projection are refused with a message.
 */
export const loadProjections = async (
  names: readonly string[],
  ours: readonly Projection[],
  from: string = process.cwd(),
): Promise<readonly Projection[]> => {
  const taken = new Set(ours.map(({ name }) => name));
  const loaded: Projection[] = [];
  if (names.length > 0) await translateLateImports();
  for (const name of names) {
    const address = await addressOf(name, from);
    const module: Readonly<Record<string, unknown>> = await import(address).catch((error: unknown) => {
      throw new UnusableProjection(
        `${name} could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );
    });
    for (const projection of projectionsIn(module, name)) {
      if (taken.has(projection.name))
        throw new UnusableProjection(`${name}: there is a projection ${projection.name} already`);
      taken.add(projection.name);
      loaded.push(projection);
    }
  }
  return loaded;
};
