import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { storedUntilAnswered, type Address } from '../../../../infra/edge/console/app/stored-bytes.ts';
import { Unanswered } from '../../../../infra/edge/console/app/unanswered.ts';
import { openEmbeddedStorage } from '../../../../infra/stores/object-storage/embedded/embedded-storage.ts';

const addressOf = (name: string): Address => ({ url: `http://storage/${name}`, headers: {} });

type Turn = number | 'lost';

/** Sends bytes to a storage that does this in turn. Between attempts so many minutes pass. */
const sent = async (
  turns: readonly Turn[],
  {
    minutes = 0,
    renewed = (count: number): Address | undefined => addressOf(`address ${count}`),
  }: Readonly<{ minutes?: number; renewed?: (count: number) => Address | undefined }> = {},
) => {
  const asked: string[] = [];
  let now = 0;
  let renewals = 0;
  let waits = 0;
  const fault = await storedUntilAnswered(addressOf('address 0'), {
    name: 'bread.png',
    put: async ({ url }) => {
      const turn = turns[asked.length] ?? 200;
      asked.push(url.replace('http://storage/', ''));
      if (turn === 'lost') throw new Unanswered();
      return turn;
    },
    renew: async () => renewed(++renewals),
    wait: async () => {
      now += minutes * 60_000;
    },
    now: () => now,
    noteWaiting: () => {
      waits++;
      return () => void waits--;
    },
  }).then(
    () => undefined,
    (refusal: unknown) => refusal,
  );
  expect(waits, 'nothing waits at the end').to.equal(0);
  return { asked, fault: fault instanceof Error ? fault.message : fault };
};

describe('the bytes of a file that are sent to the storage', () => {
  it('are sent to their address again, as long as no answer comes', async () => {
    const { asked, fault } = await sent(['lost', 'lost', 200]);
    expect(fault).to.equal(undefined);
    expect(asked).to.deep.equal(['address 0', 'address 0', 'address 0']);
  });

  it('go to another address when theirs has expired in the meantime', async () => {
    const { asked, fault } = await sent(['lost', 403, 'lost', 403, 200]);
    expect(fault).to.equal(undefined);
    expect(asked).to.deep.equal(['address 0', 'address 0', 'address 1', 'address 1', 'address 2']);
  });

  it('go to another address after ten minutes, because a storage may cut the connection instead of an answer', async () => {
    const { asked } = await sent(['lost', 'lost', 'lost', 'lost'], { minutes: 6 });
    expect(asked).to.deep.equal(['address 0', 'address 0', 'address 1', 'address 1', 'address 2']);
  });

  it('are refused where a new address takes them no more than the first', async () => {
    expect(await sent([403])).to.deep.include({
      asked: ['address 0'],
      fault: 'The storage refused bread.png with 403.',
    });
    expect((await sent(['lost', 403, 403])).asked).to.deep.equal(['address 0', 'address 0', 'address 1']);
    expect((await sent(['lost', 413])).fault).to.equal('The storage refused bread.png with 413.');
  });

  it('are there where the service says that they came, though no answer did', async () => {
    const { asked, fault } = await sent(['lost', 403], { renewed: () => undefined });
    expect(fault).to.equal(undefined);
    expect(asked).to.deep.equal(['address 0', 'address 0']);
  });

  it('are stored once by a storage whose address expired while the connection was lost', async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'stored-bytes-'));
    const server = createServer((request, response) => storage.handler(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    let now = Date.now();
    const uploaded: string[] = [];
    const storage = await openEmbeddedStorage({
      dir,
      publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      now: () => new Date(now),
      onUploaded: (key) => uploaded.push(key),
    });
    const bytes = Buffer.alloc(5 * 1024 * 1024, 'b');
    const renew = () =>
      storage.presignUpload({
        key: 'workspaces/w/uploads/m',
        contentType: 'image/png',
        sizeBytes: bytes.length,
        expiresInSeconds: 15 * 60,
      });
    const answers: (number | 'lost')[] = [];
    let isLost = true;
    await storedUntilAnswered(await renew(), {
      name: 'bread.png',
      put: async ({ url, headers }) => {
        if (isLost) {
          answers.push('lost');
          throw new Unanswered();
        }
        const { status } = await fetch(url, { method: 'PUT', headers, body: bytes });
        answers.push(status);
        return status;
      },
      renew,
      wait: async () => {
        now += 16 * 60_000;
        isLost = false;
      },
      // The time of the person's computer does not pass here: the storage alone knows that the address has expired.
      now: () => 0,
      noteWaiting: () => () => {},
    });
    expect(answers).to.deep.equal(['lost', 403, 200]);
    expect(uploaded).to.deep.equal(['workspaces/w/uploads/m']);
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    rmSync(dir, { recursive: true, force: true });
  });
});
