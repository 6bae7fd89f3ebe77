import { expect } from 'chai';
import { whatsappWebhooks } from '../../../../infra/outside/platforms/whatsapp/webhooks.ts';

/** The form of Meta's documentation: "Cloud API > Webhooks". */
const bodyOf = (part: object, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
            ...part,
          },
        },
      ],
    },
  ],
});
const text = (fields: object, body = 'Hi') => ({
  id: 'wamid.1',
  timestamp: '1749416383',
  type: 'text',
  text: { body },
  ...fields,
});
const base = { platform: 'WHATSAPP', to: '106540352242922', source: '102290129340398' };
const what = (body: object) => whatsappWebhooks.changes(body).map(({ raw: _raw, ...change }) => change);

describe('webhooks of WhatsApp', () => {
  it('bring what a person writes, with a visible number and without one', () => {
    const contacts = [{ profile: { name: 'Zoe' }, wa_id: '16505551234' }];
    const message = { nativeId: 'wamid.1', text: 'Hi', createdAt: '2025-06-08T20:59:43.000Z', username: 'Zoe' };
    expect(what(bodyOf({ contacts, messages: [text({ from: '16505551234' })] }))).to.deep.equal([
      { ...base, authorId: '16505551234', what: { kind: 'message', message } },
    ]);
    const scoped = 'US.13491208655302741918';
    const hidden = [{ profile: { name: 'Zoe', username: 'zoe.z' }, user_id: scoped }];
    expect(what(bodyOf({ contacts: hidden, messages: [text({ from_user_id: scoped })] }))).to.deep.equal([
      { ...base, authorId: scoped, what: { kind: 'message', message: { ...message, username: 'zoe.z' } } },
    ]);
    const [bare] = whatsappWebhooks.changes(bodyOf({ contacts: hidden, messages: [text({})] }));
    expect(bare?.authorId).to.equal(scoped);
  });
  it('bring the words of buttons, lists and captions, and an empty text for other kinds', () => {
    const wordsOf = (fields: object) => {
      const message = { ...text({ from: '16505551234' }), text: undefined, ...fields };
      const [change] = whatsappWebhooks.changes(bodyOf({ messages: [message] }));
      return change?.what.kind === 'message' ? change.what.message.text : undefined;
    };
    expect(wordsOf({ type: 'button', button: { text: 'STOP', payload: 'x' } })).to.equal('STOP');
    expect(wordsOf({ interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Blue' } } })).to.equal('Blue');
    expect(wordsOf({ image: { id: '7', caption: 'Look' } })).to.equal('Look');
    expect(wordsOf({ type: 'sticker', sticker: { id: '7' } })).to.equal('');
  });
  it('say what became of a message: the first report that it left, or why it did not', () => {
    const status = (more: object) => ({ id: 'wamid.2', recipient_id: '16505551234', timestamp: '1749416383', ...more });
    const errors = [
      {
        code: 131047,
        title: 'Re-engagement message',
        message: 'Re-engagement message',
        error_data: { details: 'More than 24 hours have passed.' },
      },
    ];
    const statuses = [status({ status: 'sent' }), status({ status: 'failed', errors }), status({ status: 'deleted' })];
    const error = { code: 'PUBLISH_ERROR', message: 'More than 24 hours have passed. (131047)' };
    expect(what(bodyOf({ statuses }))).to.deep.equal([
      { ...base, authorId: '16505551234', what: { kind: 'status', nativeId: 'wamid.2' } },
      { ...base, authorId: '16505551234', what: { kind: 'status', nativeId: 'wamid.2', error } },
    ]);
  });
  it('are read again from what was kept, and nothing else is read', () => {
    const [change] = whatsappWebhooks.changes(bodyOf({ messages: [text({ from: '16505551234' })] }));
    const again = whatsappWebhooks.bodyAgain?.(JSON.parse(change?.raw ?? ''), '', '');
    expect(whatsappWebhooks.changes(again).map(({ what }) => what)).to.deep.equal([change?.what]);
    expect(whatsappWebhooks.changes(bodyOf({}, 'account_update'))).to.deep.equal([]);
    expect(whatsappWebhooks.changes({ object: 'page', entry: [] })).to.deep.equal([]);
    expect(what(bodyOf({ messages: [text({ from: '1', timestamp: 'soon' })] }))).to.deep.equal([]);
  });
});
