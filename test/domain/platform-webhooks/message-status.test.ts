import { MessageAccepted, messageStatus, MessageRefused } from '../../../domain/platform-webhooks/message-status.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(messageStatus);
const of = { accountId: 'a1', platform: 'WHATSAPP' } as const;
const error = { code: 'PUBLISH_ERROR', message: 'closed (131047)' };
const accepted = MessageAccepted(of);
const refused = MessageRefused({ ...of, error });
const wentOut = { type: 'report-status', ...of } as const;
const failed = { ...wentOut, error };

describe('the status of a message', () => {
  it('is recorded once', () => {
    given().when(wentOut).then(accepted);
    given(accepted).when(wentOut).thenNothing();
    given().when(failed).then(refused);
    given(refused).when(failed).thenNothing();
  });
  it('stays accepted where a later report says something else, and becomes so after a refusal', () => {
    given(accepted).when(failed).thenNothing();
    given(refused).when(wentOut).then(accepted);
  });
});
