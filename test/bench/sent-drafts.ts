import type { Client } from '../support/service-client.ts';

/** Sends a draft of one of these clients, in turns, to a service at this address, and answers the id of the post. */
export const draftSender =
  (clients: readonly Client[]) =>
  async (base: string, index: number): Promise<string> => {
    const client = clients[index % clients.length];
    if (!client) throw new Error('no client');
    const answer = await fetch(`${base}/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.connection.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `post ${index}`, accountIds: client.accounts(['TWITTER']) }),
    });
    const body = (await answer.json()) as { id: string };
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
    return body.id;
  };
