import { ApplicationConnected, ApplicationDisconnected } from '../../../domain/sign-in/application-events.ts';
import { maxApplications } from '../../../domain/sign-in/applications.ts';
import { PersonDisabled } from '../../../domain/sign-in/sign-in-events.ts';
import { signIn } from '../../../domain/sign-in/sign-in.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(signIn);
const userId = 'u1';

const application = (connectionId: string, more: Partial<{ clientId: string; workspaceId: string }> = {}) => ({
  userId,
  connectionId,
  workspaceId: 'w1',
  clientId: `client-${connectionId}`,
  name: 'Chat',
  redirectHost: 'chat.example',
  scopes: ['posts:read'],
  ...more,
});
const connect = (connectionId: string, more = {}) =>
  ({ type: 'connect-application', ...application(connectionId, more) }) as const;
const disconnect = (connectionId: string) => ({ type: 'disconnect-application', userId, connectionId }) as const;
const connected = (connectionId: string, more = {}) => ApplicationConnected(application(connectionId, more));
const ended = (connectionId: string, reason: 'revoked' | 'replaced', workspaceId = 'w1') =>
  ApplicationDisconnected({ userId, connectionId, workspaceId, reason });

describe('the rules of connected applications', () => {
  it('connect an application to one workspace, once', () => {
    given().when(connect('a')).then(connected('a'));
    given(connected('a')).when(connect('a')).thenNothing();
    given(connected('a'), ended('a', 'revoked')).when(connect('a')).thenNothing();
  });

  it('let a new connection of the same application to the same workspace take the place of the old one', () => {
    const same = { clientId: 'c' };
    given(connected('a', same)).when(connect('b', same)).then(ended('a', 'replaced'), connected('b', same));
    const elsewhere = { clientId: 'c', workspaceId: 'w2' };
    given(connected('a', same)).when(connect('b', elsewhere)).then(connected('b', elsewhere));
  });

  it('end the oldest beyond the bound of a workspace', () => {
    const full = Array.from({ length: maxApplications }, (_, index) => connected(`a${index}`));
    given(...full)
      .when(connect('b'))
      .then(ended('a0', 'replaced'), connected('b'));
    const elsewhere = { workspaceId: 'w2' };
    given(...full)
      .when(connect('b', elsewhere))
      .then(connected('b', elsewhere));
  });

  it('end a connection once', () => {
    given(connected('a')).when(disconnect('a')).then(ended('a', 'revoked'));
    given(connected('a'), ended('a', 'revoked')).when(disconnect('a')).thenNothing();
    given().when(disconnect('a')).thenRefused('NOT_FOUND');
  });

  it('connect nothing for a disabled person', () => {
    given(PersonDisabled({ userId })).when(connect('a')).thenRefused('AUTHENTICATION_ERROR');
  });
});
