import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

// Platforms that only count, in a process of their own: `npm run bench -- dispatch` compares how fast the service and a
// plain worker call them. A post is answered as the platform answers it, after no work. Everything else (connecting an
// account, reading a profile) is passed on to the sandbox of the service, whose address `PUT /bench/target` gives.
// The first argument is how many milliseconds a post takes. `GET /bench/accepted` answers how many posts were accepted and when: milliseconds of this clock.

type Reply = Readonly<{ status: number; body: object }>;

const takesMs = Number(process.argv[2] ?? 0);
const accepted: number[] = [];
let target: URL | undefined;
let passedOn = 0;

/** How each platform answers a post. */
const answers: readonly Readonly<{ path: RegExp; reply(native: string): Reply }>[] = [
  { path: /\/api\.x\.com\/2\/tweets$/, reply: (id) => ({ status: 201, body: { data: { id, text: 'due' } } }) },
  {
    path: /\/api\/v1\/statuses$/,
    reply: (id) => ({
      status: 200,
      body: {
        id,
        url: `https://mastodon.social/@bench/${id}`,
        uri: `https://mastodon.social/users/bench/statuses/${id}`,
        content: '<p>due</p>',
        created_at: new Date().toISOString(),
        in_reply_to_id: null,
        account: { id: '1', acct: 'bench', username: 'bench', avatar: null },
      },
    }),
  },
  {
    path: /\/xrpc\/com\.atproto\.repo\.putRecord$/,
    reply: (id) => ({
      status: 200,
      body: { uri: `at://did:plc:bench/app.bsky.feed.post/${id}`, cid: `bafyrei${id}`, validationStatus: 'valid' },
    }),
  },
];

const send = (res: ServerResponse, { status, body }: Reply): void => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const passOn = (req: IncomingMessage, res: ServerResponse): void => {
  passedOn += 1;
  if (!target) return send(res, { status: 503, body: { error: 'no target yet' } });
  const { method, headers } = req;
  const onward = request(new URL(req.url ?? '/', target), { method, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  onward.on('error', (error) => send(res, { status: 502, body: { error: error.message } }));
  req.pipe(onward);
};

const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const { pathname } = new URL(req.url ?? '/', 'http://stub');
  if (pathname === '/bench/target') {
    target = new URL(await textOf(req));
    return send(res, { status: 200, body: {} });
  }
  if (pathname === '/bench/accepted') {
    send(res, { status: 200, body: { accepted, passedOn } });
    accepted.length = 0;
    passedOn = 0;
    return;
  }
  if (pathname === '/bench/count') return send(res, { status: 200, body: { count: accepted.length } });
  const answer = req.method === 'POST' ? answers.find(({ path }) => path.test(pathname)) : undefined;
  if (!answer) return passOn(req, res);
  await textOf(req);
  accepted.push(Date.now());
  const reply = answer.reply(`7${String(Date.now())}${String(accepted.length).padStart(6, '0')}`);
  if (takesMs > 0) setTimeout(() => send(res, reply), takesMs);
  else send(res, reply);
};

const server = createServer((req, res) => void handle(req, res).catch((error: unknown) => res.destroy(error as Error)));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ ready: true, port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
