import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { root } from './pages.ts';

const run = promisify(execFile);
const folder = path.join(root, 'deploy/github-action');

type Ended = Readonly<{ code: number; stdout: string; outputs: string }>;

describe('the action for GitHub', function () {
  this.timeout(60_000);
  const service = useRunningService();
  let files = '';
  before(() => {
    files = mkdtempSync(path.join(os.tmpdir(), 'action-'));
  });
  after(() => rmSync(files, { recursive: true, force: true }));

  const release = { id: 7, name: 'Version 1.2', tag_name: 'v1.2', html_url: 'https://example.com/releases/v1.2' };
  /** As GitHub runs it: inputs in the environment, the event and the outputs in files. */
  const act = async (workspace: TestWorkspace, inputs: Readonly<Record<string, string>>): Promise<Ended> => {
    const [event, outputs] = [path.join(files, 'event.json'), path.join(files, 'outputs')];
    writeFileSync(event, JSON.stringify({ release }));
    writeFileSync(outputs, '');
    const given = { url: new URL(workspace.baseUrl).origin, key: workspace.apiKey, ...inputs };
    const variables = Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
    const env = {
      PATH: process.env['PATH'],
      ...(Object.fromEntries(variables) as Record<string, string>),
      GITHUB_EVENT_PATH: event,
      GITHUB_OUTPUT: outputs,
      GITHUB_REPOSITORY: 'owner/repository',
      GITHUB_RUN_ID: '1',
    };
    const { main } = (load(readFileSync(path.join(folder, 'action.yml'), 'utf8')) as { runs: { main: string } }).runs;
    const ended = await run(process.execPath, [path.join(folder, main)], { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (fault: Readonly<{ code: number; stdout: string }>) => ({ code: fault.code, stdout: fault.stdout }),
    );
    return { ...ended, outputs: readFileSync(outputs, 'utf8') };
  };
  const textsOn = async (workspace: TestWorkspace, platform: string) => {
    const { body } = await workspace.send(`GET /sandbox/platforms/${platform}/objects`);
    return (body['objects'] as { text: string }[]).map(({ text }) => text);
  };

  it('announces the release once, also where the workflow is run again', async () => {
    const workspace = await service().workspace();
    const first = await act(workspace, { to: 'mastodon, Bluesky' });
    expect(first.code, first.stdout).to.equal(0);
    expect(first.outputs).to.match(/^post-id=c\w{24}\nurls<<END\nhttps?:\S+\nhttps?:\S+\nEND\n$/);
    const again = await act(workspace, { to: 'mastodon, Bluesky' });
    expect(again).to.deep.equal(first);
    const announced = `${release.name}\n${release.html_url}`;
    for (const platform of ['MASTODON', 'BLUESKY'])
      expect(await textsOn(workspace, platform)).to.deep.equal([announced]);
  });

  it('fails with the reason of the platform', async () => {
    const workspace = await service().workspace();
    const fault = { platform: 'MASTODON', operation: 'publish', fault: 'forbidden' };
    await workspace.send('POST /sandbox/faults', fault);
    const { code, stdout } = await act(workspace, { to: 'mastodon', content: 'Hello' });
    expect(code).to.equal(1);
    expect(stdout).to.match(/^::error::mastodon: Mastodon/);
  });

  it('names what is wrong with its inputs', async () => {
    const workspace = await service().workspace();
    const errorOf = async (inputs: Readonly<Record<string, string>>) => (await act(workspace, inputs)).stdout.trim();
    expect(await errorOf({})).to.equal('::error::The input "to" is missing');
    expect(await errorOf({ to: 'myspace' })).to.equal('::error::"myspace" names 0 accounts; give the id of one');
    expect(await errorOf({ to: 'mastodon', key: 'wrong' })).to.contain('401 AUTHENTICATION_ERROR');
  });
});
