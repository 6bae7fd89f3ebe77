import {
  platformWebhook,
  PlatformWebhookHandled,
  PlatformWebhookReceived,
} from '../../../domain/platform-webhooks/platform-webhook.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(platformWebhook);
const of = { webhookId: 'h1', contactId: 'p1', accountId: 'a1', platform: 'FACEBOOK' as const, body: '{}' };
const receive = { type: 'receive-webhook', ...of } as const;
const received = PlatformWebhookReceived(of);
const handled = PlatformWebhookHandled({ webhookId: 'h1' });
const note = { type: 'note-handled', webhookId: 'h1' } as const;

describe('a report of a platform', () => {
  it('is kept once, also when it is delivered again', () => {
    given().when(receive).then(received);
    given(received).when(receive).thenNothing();
    given(received, handled).when(receive).thenNothing();
  });

  it('is carried out once, after it was kept', () => {
    given(received).when(note).then(handled);
    given(received, handled).when(note).thenNothing();
    given().when(note).thenNothing();
  });
});
