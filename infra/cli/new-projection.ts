import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { print, Refusal, UsageError } from './operator.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(`-${name}`);

const projectionFile = (
  name: string,
  authoring: string,
): string => `import { projectionOf } from '${authoring}/projection-of.ts';

/** One row a post. */
export type ${pascal(name)}Row = { post_id: string; workspace_id: string; published: number };

export const ${camel(name)} = projectionOf<${pascal(name)}Row>({
  name: '${name.replaceAll('-', '_')}',
  // Raise it when the table or a fold changes: the new version is built beside the old one and switched to.
  version: 1,
  description: 'On how many destinations did each post go live?',
  table: {
    key: 'post_id',
    columns: { post_id: 'text', workspace_id: 'text', published: 'integer' },
    indexes: ['workspace_id'],
  },
  on: {
    DestinationPublished: {
      keys: ({ stream }) => stream.slice('post-'.length),
      fold: (row, { meta }, post_id) => ({
        post_id,
        workspace_id: meta.workspaceId,
        published: (row?.published ?? 0) + 1,
      }),
    },
  },
  published: { post_id: 'The post', workspace_id: 'The workspace', published: 'On how many destinations it is live' },
});

export default ${camel(name)};
`;

const specFile = (name: string, projection: string, authoring: string): string => `import { expect } from 'chai';
import { event, rowsOf } from '${authoring}/projection-spec.ts';
import { ${camel(name)} } from '${projection}';

describe('${name.replaceAll('-', ' ')}', () => {
  it('counts the destinations that are live', () => {
    const live = (postPlatformId: string) =>
      event('DestinationPublished', {
        postPlatformId,
        platformPostId: '1',
        publishedAt: '2026-03-02T10:00:00.000Z',
        objects: [],
      });
    const [row] = rowsOf(${camel(name)}, [live('one'), live('two')]);
    expect(row).to.include({ published: 2 });
  });
});
`;

const relative = (from: string, to: string): string => {
  const found = path.relative(path.dirname(from), to).replaceAll(path.sep, '/');
  return found.startsWith('.') ? found : `./${found}`;
};

const named = /^(?<capability>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)\/(?<name>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;

/**
 * `new`: a projection file that runs, and its spec, in the folder of a capability. Never overwrites a file. `folder` is this
 * project by default.
 */
export const newProjection = async (asked: string | undefined, folder = root): Promise<readonly string[]> => {
  const { capability = '', name = '' } = named.exec(asked ?? '')?.groups ?? {};
  if (name === '' || name.length > 40)
    throw new UsageError(
      'a projection is called by its capability and a noun, in lower case letters: analytics/failure-classes',
    );
  const authoring = path.join(root, 'projections/authoring');
  const projection = path.join(folder, 'projections', capability, `${name}.ts`);
  const spec = path.join(folder, 'test/projections', capability, `${name}.test.ts`);
  const files = [
    [projection, projectionFile(name, relative(projection, authoring))],
    [spec, specFile(name, relative(spec, projection), relative(spec, authoring))],
  ] as const;
  for (const [file, text] of files) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' }).catch((fault: NodeJS.ErrnoException) => {
      throw fault.code === 'EEXIST' ? new Refusal(`${file} is there already.`) : fault;
    });
  }
  return files.map(([file]) => file);
};

export const newCommand = async (name: string | undefined): Promise<void> => {
  const [projection = '', spec = ''] = (await newProjection(name)).map((file) => path.relative(process.cwd(), file));
  print(`Wrote ${projection} and its spec, ${spec}.`);
  print(`Print its rows:  npm run projections -- play ${projection} --generated 10000`);
  print(`Check the spec:    npx mocha ${spec}`);
  print(`Run it:            PROJECTIONS=${projection} npm start`);
  print(`Ship it:           add it to ${path.dirname(projection)}/index.ts`);
};
