import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import about from '../../../../package.json' with { type: 'json' };
import { mcpPath } from '../../../../infra/edge/mcp/mcp-path.ts';

/** The parts of the registry's format that the file uses, with the format's own limits. */
const Entry = z.strictObject({
  $schema: z.url(),
  name: z.string().regex(/^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().min(1).max(255),
  remotes: z.array(
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.string().regex(/^https:\/\/\S+$/),
      variables: z.record(
        z.string(),
        z.strictObject({ description: z.string(), isRequired: z.boolean(), placeholder: z.string() }),
      ),
    }),
  ),
});

describe('server.json', () => {
  const entry = Entry.parse(
    JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../../server.json'), 'utf8')),
  );

  it('has a name below a domain that no publisher owns, so each operator writes their own', () => {
    const [namespace = '', name] = entry.name.split('/');
    expect(namespace.split('.').toReversed().join('.')).to.equal('example.com');
    expect(name).to.equal(about.name);
  });

  it('has the version of the service', () => {
    expect(entry.version).to.equal(about.version);
  });

  it('names the path of the tools, at a host that the person gives', () => {
    expect(entry.remotes.map(({ url }) => url)).to.deep.equal([`https://{host}${mcpPath}`]);
    expect(entry.remotes.map(({ variables }) => Object.keys(variables))).to.deep.equal([['host']]);
  });
});
