import type { Profiler } from 'node:inspector';
import type { SourcePlaces } from './source-places.ts';

/** Parts of the project that are read as one stage of a path: the longest that fits names the stage. */
const stages = [
  'infra/edge',
  'infra/stores/eventstoredb',
  'infra/stores/event-store',
  'infra/stores/postgres',
  'infra/stores',
  'infra/log',
  'infra/adapters',
  'infra/outside',
  'infra/products/platform-sandbox',
  'infra/products',
  'infra/test-mode',
  'infra/composition',
  'infra/telemetry',
  'commands',
  'domain',
  'projections',
  'processes',
  'read-api',
].toSorted((one, other) => other.length - one.length);

/** The stage that a source belongs to; undefined for packages and what is no file of the project. */
export const stageOf = (source: string | undefined): string | undefined =>
  source === undefined || source.includes('node_modules')
    ? undefined
    : stages.find((stage) => source.startsWith(`${stage}/`));

/** Milliseconds by stage. What a package or Node does for a stage counts for the stage that called it. */
export const foldedTime = (profile: Profiler.Profile, places: SourcePlaces): ReadonlyMap<string, number> => {
  const parents = new Map<number, Profiler.ProfileNode>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  for (const node of profile.nodes) for (const child of node.children ?? []) parents.set(child, node);
  const stageOfNode = new Map<number, string>();
  const find = (node: Profiler.ProfileNode): string => {
    const known = stageOfNode.get(node.id);
    if (known !== undefined) return known;
    const { url, lineNumber, columnNumber, functionName } = node.callFrame;
    const own = stageOf(places.at(url, lineNumber, columnNumber));
    const parent = parents.get(node.id);
    const stage =
      own ?? (functionName.startsWith('(') && functionName !== '(root)' ? functionName : parent && find(parent));
    stageOfNode.set(node.id, stage ?? 'Node and packages');
    return stage ?? 'Node and packages';
  };
  const time = new Map<string, number>();
  profile.samples?.forEach((id, index) => {
    const node = nodes.get(id);
    if (!node) return;
    const stage = find(node);
    time.set(stage, (time.get(stage) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1_000);
  });
  return time;
};
