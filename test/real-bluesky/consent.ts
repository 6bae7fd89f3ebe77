import http from 'node:http';

type Answer = Readonly<{ status: number; location: string | undefined; text: string }>;

/**
 * Walks through the server's own consent pages as a browser does, and returns the code. The pages' endpoints are internal to the
 * server and known here only; `fetch` cannot set the headers a browser sends, so this speaks plain HTTP.
 */
export const consentCode = async (
  authorizeUrl: string,
  redirectUri: string,
  login: Readonly<{ username: string; password: string }>,
): Promise<string> => {
  const { origin } = new URL(authorizeUrl);
  const cookies = new Map<string, string>();

  const ask = (url: string, headers: Record<string, string>, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'user-agent': 'test', ...(cookie !== '' && { cookie }), ...headers, ...length },
      };
      const request = http.request(url, options, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) {
          const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
          cookies.set(name, value.join('='));
        }
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            text: Buffer.concat(pieces).toString('utf8'),
          }),
        );
      });
      request.on('error', reject);
      request.end(body);
    });

  const visit = (url: string, site: string) =>
    ask(url, {
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': site,
      ...(site === 'same-origin' && { referer: authorizeUrl }),
    });

  const call = async (name: string, body: object): Promise<Record<string, any>> => {
    const token = [...cookies].find(([cookie]) => /csrf/i.test(cookie))?.[1];
    const answer = await ask(
      `${origin}/@atproto/oauth-provider/~api/${name}`,
      {
        'content-type': 'application/json',
        origin,
        referer: authorizeUrl,
        'sec-fetch-mode': 'same-origin',
        'sec-fetch-site': 'same-origin',
        'sec-fetch-dest': 'empty',
        ...(token !== undefined && { 'x-csrf-token': token }),
      },
      JSON.stringify(body),
    );
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text) as Record<string, any>;
  };

  await visit(authorizeUrl, 'none');
  const signedIn = await call('sign-in', { locale: 'en', remember: true, ...login });
  const { url } = await call('consent', { sub: signedIn['account']?.sub });
  for (let location: string | undefined = new URL(url, origin).href; location !== undefined;) {
    if (location.startsWith(redirectUri)) return new URL(location).searchParams.get('code') ?? '';
    const answer: Answer = await visit(location, 'same-origin');
    location = answer.location === undefined ? undefined : new URL(answer.location, origin).href;
  }
  throw new Error('the consent pages ended without a code');
};
