// #region example
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  memorySandboxStore,
  sandboxApps,
  sandboxHandler,
  sandboxPath,
  sandboxPlatforms,
} from '@social-publishing/platform-sandbox';

const store = memorySandboxStore();
const clock = { now: () => new Date() };
const apps = sandboxApps('a key of your own');
const server = createServer(sandboxHandler({ store, clock, apps })).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

// An account with the tokens that its consent page would have given.
const platform = 'TWITTER';
const simulated = sandboxPlatforms.find((each) => each.platform === platform)!;
const world = { store, apps, origin, now: () => clock.now() };
const { grant, details } = await simulated.provision(world, { platform, workspaceId: 'mine' });

// The platform's own call, behind the path of the sandbox.
const answer = await fetch(`${origin}${sandboxPath(platform)}/api.x.com/2/tweets`, {
  method: 'POST',
  headers: { authorization: `Bearer ${grant.credentials.accessToken}`, 'content-type': 'application/json' },
  body: JSON.stringify({ text: 'Hello' }),
});
console.log(answer.status); // 201
const [post] = await store.objects({ platform, accountNativeId: details.nativeId, limit: 10 });
console.log(post?.text); // Hello
server.close();
// #endregion
