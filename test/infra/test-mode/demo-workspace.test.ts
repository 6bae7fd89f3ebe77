import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { sql } from 'kysely';
import { Keyring } from '../../../infra/stores/secrets/keyring.ts';
import { Vault } from '../../../infra/stores/secrets/vault.ts';
import type { Connection } from '../../../infra/test-mode/api/ports.ts';
import { demoWorkspace } from '../../../infra/test-mode/demo-workspace.ts';
import { useDatabase } from '../../support/postgres.ts';

describe('the demo workspace', () => {
  const database = useDatabase();

  it('has one key, and is made by one node at a time, however many start together', async () => {
    let making = 0;
    let most = 0;
    const keyring = new Keyring([['default', randomBytes(32)]]);
    const node = () =>
      demoWorkspace(
        { vault: new Vault(database(), keyring) },
        {
          make: async ({ id, key }) => {
            most = Math.max(most, (making += 1));
            await sql`select 1`.execute(database().kysely);
            making -= 1;
            return { workspaceId: id, apiKey: key.key } as Connection;
          },
        },
      );
    const [first, ...others] = await Promise.all([node(), node(), node()]);
    expect(others).to.deep.equal([first, first]);
    expect(await node()).to.deep.equal(first);
    expect(most).to.equal(1);
  });
});
