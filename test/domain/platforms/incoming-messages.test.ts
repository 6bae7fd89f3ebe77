import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { canReport } from '../../../domain/accounts/event-subscription.ts';
import { incomingMessages } from '../../../domain/platforms/incoming-messages.ts';
import { platforms } from '../../../domain/platforms/platform.ts';
import { receivers } from '../../../infra/adapters/platform-webhooks/receivers.ts';

const folders = path.resolve(import.meta.dirname, '../../../infra/outside/platforms');

describe('messages of people', () => {
  for (const platform of platforms)
    it(`are said to come in or not on ${platform}, in its README as in the account`, () => {
      const readme = readFileSync(path.join(folders, platform.toLowerCase().replace('_', '-'), 'README.md'), 'utf8');
      expect(readme).to.include(`- Messages of people: \`${incomingMessages[platform]}\`.`);
    });

  it('come by webhooks where accounts are subscribed and reports are taken, and nowhere else', () => {
    const reported = platforms.filter((platform) => incomingMessages[platform] === 'webhooks');
    expect(reported).to.deep.equal(platforms.filter(canReport));
    for (const platform of reported) expect(receivers).to.have.property(platform);
  });
});
