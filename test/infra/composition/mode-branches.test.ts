import { expect } from 'chai';
import { modeBranches } from './mode-branches.ts';

type About = 'addresses' | 'credentials' | 'clock';
type Reason = Readonly<{ times?: number; about: About; because: string }>;

/**
 * Every place that asks which mode it is in. What a user sees in test mode happens in the same way on the real platforms, so a branch
 * may choose addresses, credentials or clocks, and nothing else.
 */
const reasons: Readonly<Record<string, Reason>> = {
  "commands/ai/enhance.ts: mode === 'test'": {
    about: 'credentials',
    because: 'a test workspace without a key uses a simulated one',
  },
  "commands/workspaces/workspace-fields.ts: registered?.meta.mode === 'test'": {
    about: 'credentials',
    because: 'a person of test mode founds test workspaces',
  },
  "domain/credits/credit-account-id.ts: mode === 'live'": {
    about: 'addresses',
    because: 'test credits of a person are in a stream of their own',
  },
  "infra/adapters/accounts/platform-connectors.ts: mode === 'test'": {
    about: 'addresses',
    because: 'the consent page of the sandbox is sent to the addresses that it knows',
  },
  "infra/adapters/accounts/report-addresses.ts: mode === 'test'": {
    about: 'addresses',
    because: 'the sandbox reports to an address of its own',
  },
  "infra/adapters/mail/mailers.ts: mode === 'test'": {
    about: 'addresses',
    because: 'the mail server of a test workspace is the sandbox, which is always there',
  },
  "infra/adapters/mail/mailers.ts: origin.mode === 'test'": {
    about: 'addresses',
    because: 'mails of test workspaces go to the sandbox',
  },
  "infra/adapters/platform-webhooks/answer-platforms.ts: mode === 'test'": {
    about: 'addresses',
    because: 'the sandbox reports to an address of its own',
  },
  "infra/composition/ai.ts: mode === 'test'": {
    times: 2,
    about: 'addresses',
    because: 'the AI of test workspaces is simulated',
  },
  "infra/composition/capabilities.ts: mode === 'live'": {
    about: 'addresses',
    because: 'only live workspaces use the Telegram server of the operator',
  },
  "infra/composition/capabilities.ts: mode === 'test'": {
    about: 'addresses',
    because: 'the mail server of a test workspace is the sandbox, which is always there',
  },
  "infra/cli/admin/workspaces.ts: state.mode !== 'live'": {
    about: 'credentials',
    because: 'the command line makes keys for live workspaces; the sandbox makes those of test ones',
  },
  'infra/composition/access.ts: { isOpen: door.isOpen, required: !config.testMode }': {
    about: 'credentials',
    because: 'the tokens of people whom the sandbox made carry no session',
  },
  'infra/composition/access.ts: testMode': {
    about: 'credentials',
    because: 'without a provider and a list, every person of test mode is an operator',
  },
  'infra/composition/config.ts: !testMode': {
    times: 2,
    about: 'addresses',
    because:
      'an address of the sandbox without a sandbox is a mistake of the operator; outside of it people need a password',
  },
  "infra/composition/media-sources.ts: mode === 'live'": {
    about: 'addresses',
    because: 'files of live workspaces are fetched where they are, those of test ones in the sandbox',
  },
  "infra/composition/payments.ts: mode === 'live'": {
    about: 'addresses',
    because: 'payments of test workspaces are made at the sandbox',
  },
  'infra/composition/payments.ts: config.testMode': {
    times: 3,
    about: 'addresses',
    because: 'the simulated payment provider, its secret and its address',
  },
  'infra/composition/platforms.ts: config.testMode': {
    times: 3,
    about: 'addresses',
    because: 'the simulated platforms, where test mode is on',
  },
  'infra/composition/service.ts: !testMode': {
    about: 'credentials',
    because: 'the connection file has the keys of the demo workspace',
  },
  "infra/edge/access/api-key.ts: mode === 'test'": {
    about: 'credentials',
    because: 'the prefix of a key names its mode',
  },
  "infra/stores/clock/clocks.ts: mode === 'test'": {
    about: 'clock',
    because: 'test workspaces share a clock that can be advanced',
  },
  "processes/accounts/place-at-server.ts: mode === 'live'": {
    about: 'addresses',
    because: 'the sandbox answers for every server, so there are none to share',
  },
  "processes/accounts/place-at-server.ts: context.mode !== 'live'": {
    about: 'addresses',
    because: 'the sandbox answers for every server, so there are none to share',
  },
};

describe('branches on the mode', () => {
  it('each have a reason, which is about addresses, credentials or clocks', () => {
    const counted: Record<string, number> = {};
    for (const branch of modeBranches()) counted[branch] = (counted[branch] ?? 0) + 1;
    const expected = Object.fromEntries(Object.entries(reasons).map(([branch, { times = 1 }]) => [branch, times]));
    expect(counted, 'take the branch out, or say why it is about addresses, credentials or clocks').to.deep.equal(
      expected,
    );
  });
});
