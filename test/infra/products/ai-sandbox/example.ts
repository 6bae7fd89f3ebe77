// #region example
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AiOutcome, aiSandboxHandler, aiSandboxModel, aiSandboxPath } from '@social-publishing/ai-sandbox';

const next: AiOutcome[] = ['ok', 'error'];
const outcomes = {
  set: () => Promise.resolve(),
  take: () => Promise.resolve(next.shift() ?? 'ok'),
};
const server = createServer(aiSandboxHandler({ outcomes })).listen(0, '127.0.0.1');
await once(server, 'listening');

const { port } = server.address() as AddressInfo;
const ask = () =>
  fetch(`http://127.0.0.1:${port}${aiSandboxPath}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: JSON.stringify({ model: aiSandboxModel, messages: [{ role: 'user', content: 'A caption for the sea' }] }),
  });
console.log((await ask()).status); // 200
console.log((await ask()).status); // 500
server.close();
// #endregion
