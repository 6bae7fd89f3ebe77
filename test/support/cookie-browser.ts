/** A browser that follows nothing by itself and keeps its cookies. */
export const cookieBrowser = (origin: string, headers: Readonly<Record<string, string>> = {}) => {
  const jar = new Map<string, string>();
  const go = async (address: string, fields?: Record<string, string>): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(address, origin), {
      redirect: 'manual',
      headers: { cookie, ...headers },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split('; ')[0] ?? '').split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return { go, jar };
};

export const locationOf = (response: Response): string => response.headers.get('location') ?? '';
