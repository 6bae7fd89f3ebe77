import { exchangeOf, send } from './exchange.ts';
import { pagePolicy } from './page-policy.ts';
import type { PlainHandler } from './plain-handler.ts';

const links = [
  { path: '/console', words: 'Console', about: 'the pages for people: posts, approvals, the audit log' },
  { path: '/docs', words: 'Documentation', about: 'quick start, guides, operations, with a search' },
  { path: '/v1/docs', words: 'API reference', about: 'every endpoint, to read and to try' },
  { path: '/v1/openapi.json', words: 'OpenAPI document', about: 'the same for programs' },
  { path: '/v1/asyncapi.json', words: 'AsyncAPI document', about: 'the live feed of events, for programs' },
  { path: '/v1/docs/postman.json', words: 'Collection', about: 'the requests, for Postman, Bruno and Insomnia' },
  { path: '/v1/events/catalogue', words: 'Event catalogue', about: 'every type of event, for a session or an API key' },
  { path: '/v1/health', words: 'Health', about: 'whether the service runs; /v1/ready says whether it answers' },
] as const;

const pageOf = (heading: string, sentence: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>${heading}</h1>
<p>${sentence}</p>
<ul>
${links.map(({ path, words, about }) => `<li><a href="${path}">${words}</a>: ${about}</li>`).join('\n')}
</ul>
</body>
</html>
`;

const page = pageOf(
  'Social Publishing Service',
  'One API creates, schedules and publishes posts to fifteen social platforms.',
);

/** The convention of llmstxt.org: a title, a summary, and links in Markdown. `documentation`: the list of the pages. */
const llms = (documentation: string): string => `# Social Publishing Service

> One API creates, schedules and publishes posts to fifteen social platforms, with a full history of each post. Requests
> carry \`Authorization: Bearer <API key or session>\`; every error has one form: {"error": {code, message, details, requestId}}.

## API

${links.map(({ path, words, about }) => `- [${words}](${path}): ${about}`).join('\n')}
- [MCP](/mcp): the tools of the API for agents, over streamable HTTP

${documentation}
`;

/** Nothing here is for search engines: pages need a session, and files are of the workspaces. */
const robots = 'User-agent: *\nDisallow: /\n';

const text =
  (body: string, type: string, headers: Readonly<Record<string, string>> = {}): PlainHandler =>
  (req, res) =>
    send(res, exchangeOf(req), {
      status: 200,
      body,
      headers: { 'content-type': `${type}; charset=utf-8`, ...headers },
    });

/** What a person sees at an address that leads nowhere. */
export const wrongPage: PlainHandler = (req, res) =>
  send(res, exchangeOf(req), {
    status: 404,
    body: pageOf('There is no page at this address', 'These pages are there:'),
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy(), vary: 'accept' },
  });

const moved =
  (location: string): PlainHandler =>
  (req, res) =>
    send(res, exchangeOf(req), { status: 308, body: '', headers: { location } });

/** What a stranger reads where the operator names no contact, which the file of RFC 9116 requires. */
const noSecurityText: PlainHandler = (req, res) =>
  send(res, exchangeOf(req), {
    status: 404,
    body: 'This installation names no contact for reports of faults. Its operator sets one with SECURITY_CONTACT.\n',
  });

/** RFC 9116: a contact and an end are required. */
const securityText = (contact: string, now: () => Date): PlainHandler => {
  const dayMs = 86_400_000;
  return (req, res) => {
    const expires = new Date(now().getTime() + 180 * dayMs).toISOString();
    const body = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`;
    send(res, exchangeOf(req), { status: 200, body, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  };
};

type Settings = Readonly<{
  securityContact: string | undefined;
  now(): Date;
  /** Lists the pages of the documentation as Markdown. */
  documentation(): Promise<string>;
}>;

/** What answers at the addresses that people and programs try first. */
export const frontPages = ({
  securityContact,
  now,
  documentation,
}: Settings): Readonly<Record<string, PlainHandler>> => ({
  '/': text(page, 'text/html', { 'content-security-policy': pagePolicy() }),
  '/openapi.json': moved('/v1/openapi.json'),
  '/llms.txt': async (req, res) => text(llms(await documentation()), 'text/plain')(req, res),
  '/robots.txt': text(robots, 'text/plain'),
  '/.well-known/security.txt': securityContact === undefined ? noSecurityText : securityText(securityContact, now),
});
