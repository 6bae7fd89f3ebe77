import { expect } from 'chai';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AiOutcome, aiSandboxHandler, aiSandboxHeader, aiSandboxPath } from '@social-publishing/ai-sandbox';
import { AiFailure, type AiProvider } from '../../../../domain/ai/ai-provider.ts';
import { aiProvider, withBackup } from '../../../../infra/outside/ai/provider.ts';
import type { AiSettings } from '../../../../infra/outside/ai/settings.ts';

type Answer = (req: IncomingMessage, res: ServerResponse) => unknown;

describe('a provider of texts and images', () => {
  const servers: Server[] = [];
  const serve = async (answer: Answer): Promise<string> => {
    const server = createServer((req, res) => void answer(req, res));
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  const settings = { kind: 'openai', name: 'one', apiKey: 'k', model: 'm', imageModel: 'i', timeoutMs: 5_000 } as const;
  const at = async (answer: Answer, more: Partial<AiSettings> = {}): Promise<AiProvider> =>
    aiProvider({ ...settings, baseUrl: await serve(answer), ...more });
  const simulated = async (outcomes: AiOutcome[] = []): Promise<AiProvider> => {
    const handler = aiSandboxHandler({
      outcomes: { set: async () => undefined, take: async () => outcomes.shift() ?? 'ok' },
      slowMs: 20,
    });
    const baseUrl = `${await serve(handler)}${aiSandboxPath}`;
    return aiProvider({ ...settings, baseUrl, headers: { [aiSandboxHeader]: 'w1' } });
  };
  const failure = async (asked: Promise<unknown>): Promise<string> => {
    const error = await asked.then(
      () => undefined,
      (fault: unknown) => fault,
    );
    if (!(error instanceof AiFailure)) throw new Error(`no AiFailure: ${String(error)}`);
    expect(error.message).not.to.include('secret prompt');
    return error.kind;
  };
  const prompt = { system: 's', user: 'secret prompt' };
  const events = (...pieces: readonly unknown[]): Answer => {
    const lines = pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join('');
    return (_, res) => res.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${lines}data: [DONE]\n\n`);
  };
  const chunk = (content: string, finish: string | null = null) => ({
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  });

  it('answers the same prompt with the same text and picture', async () => {
    const provider = await simulated();
    const [one, other] = [await provider.text(prompt), await provider.text(prompt)];
    expect(one).to.deep.equal(other);
    expect(one.text).to.include('secret prompt');
    const picture = await provider.image('a cat');
    expect(picture.contentType).to.equal('image/png');
    expect(picture.bytes).to.deep.equal((await provider.image('a cat')).bytes);
    expect((await provider.image('a dog')).bytes).not.to.deep.equal(picture.bytes);
  });
  it('fails and is slow as it is asked to', async () => {
    const provider = await simulated(['error', 'slow']);
    expect(await failure(provider.text(prompt))).to.equal('unavailable');
    expect((await provider.text(prompt)).text).to.be.a('string');
  });
  it('says which of its faults are passing', async () => {
    const status = (code: number) => at((_, res) => res.writeHead(code).end('{"error":{"message":"secret prompt"}}'));
    expect(await failure((await status(500)).text(prompt))).to.equal('unavailable');
    expect(await failure((await status(429)).text(prompt))).to.equal('rate_limited');
    expect(await failure((await status(400)).image('x'))).to.equal('refused');
    expect(await failure((await status(401)).text(prompt))).to.equal('key');
    expect(await failure((await at((req) => req.socket.resetAndDestroy())).text(prompt))).to.equal('unavailable');
    expect(await failure((await at(() => undefined, { timeoutMs: 50 })).text(prompt))).to.equal('timeout');
  });
  it('takes no empty, broken or endless answer for one', async () => {
    const long = Array.from({ length: 30 }, () => chunk('x'.repeat(10_000)));
    expect(await failure((await at(events(chunk('', 'stop')))).text(prompt))).to.equal('nonsense');
    expect(await failure((await at(events(chunk('half')))).text(prompt))).to.equal('nonsense');
    expect(await failure((await at(events(...long, chunk('', 'stop')))).text(prompt))).to.equal('nonsense');
    expect(await failure((await at(events(chunk('no', 'content_filter')))).text(prompt))).to.equal('refused');
    const noImage = await at((_, res) =>
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"b64_json":"aGVsbG8="}]}'),
    );
    expect(await failure(noImage.image('x'))).to.equal('nonsense');
  });
  it('stops in the middle of an answer when its caller no longer waits', async () => {
    const gone = new AbortController();
    let closed: () => void = () => undefined;
    const ended = new Promise<void>((done) => (closed = done));
    const provider = await at((_, res) => {
      res.on('close', closed);
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write(`data: ${JSON.stringify(chunk('half'))}\n\n`);
      gone.abort();
    });
    expect(await failure(provider.text(prompt, gone.signal))).to.equal('cancelled');
    await ended;
  });
  it('is replaced by its back-up where that can help', async () => {
    const broken = await at((_, res) => res.writeHead(503).end());
    const refusing = await at((_, res) => res.writeHead(400).end());
    const backup = await simulated();
    expect((await withBackup(broken, backup).text(prompt)).text).to.include('secret prompt');
    expect((await withBackup(broken, backup).image('x')).contentType).to.equal('image/png');
    expect(await failure(withBackup(refusing, backup).text(prompt))).to.equal('refused');
    const wordsOnly = aiProvider({ ...settings, kind: 'anthropic' });
    expect((await withBackup(wordsOnly, backup).image('x')).contentType).to.equal('image/png');
  });
  it('is Anthropic as well', async () => {
    let sent = '';
    const stream = [
      { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: {} } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
      { type: 'message_stop' },
    ];
    const provider = await at(
      async (req, res) => {
        for await (const piece of req) sent += String(piece);
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.end(stream.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join(''));
      },
      { kind: 'anthropic', name: 'anthropic' },
    );
    const json = { name: 'x', schema: { type: 'object' } };
    const answer = await provider.text({ ...prompt, json });
    expect(answer).to.deep.equal({ text: 'Hello', provider: 'anthropic', model: 'm' });
    expect(JSON.parse(sent).system).to.include('JSON only');
    expect(await failure(provider.image('x'))).to.equal('refused');
  });
});
