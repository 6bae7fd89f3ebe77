import type { ProvisionRequest } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import { rendered, type Lab } from '../lab.ts';
import { platformErrorOf } from '../memory-run.ts';
import { samples } from '../sample-media.ts';
import { only } from './publishing.ts';

/** The rules of private replies, as the documentation has them, for a platform of Meta. */
export const privateReplies = async (
  lab: Lab,
  platform: 'FACEBOOK' | 'INSTAGRAM',
  wants: Partial<ProvisionRequest> = {},
): Promise<void> => {
  const person = await lab.person(platform, wants);
  const { publisher, community } = lab.adapter(platform);
  const post = only((await publisher.publish(rendered(platform, 'Ask us', [samples.image()]), person.newRun().run))[0]);
  const comment = (text: string) => person.receives({ kind: 'comment', text, on: post.nativeId });
  const answer = (commentId: string) =>
    only(community.privateReply).call(community, commentId, 'It costs 10', person.newRun().run);
  const refusal = async (sending: Promise<unknown>) => {
    const { kind, code, platformCode } = await platformErrorOf(sending);
    return [kind, code, platformCode];
  };

  const first = await comment('Price?');
  const sent = await answer(first);
  expect(sent.kind).to.equal('message');
  const messages = (await person.objects()).filter(({ kind }) => kind === 'message');
  expect(messages.map(({ nativeId, request }) => [nativeId, request])).to.deep.equal([
    [sent.nativeId, { recipient: { comment_id: first }, message: { text: 'It costs 10' } }],
  ]);
  expect(await refusal(answer(first)), 'a second one').to.deep.equal(['refused', 'PRIVATE_REPLY_USED', '10900']);
  const known = await only(community.sentMessages).call(community, '4711', person.newRun().run);
  expect(
    known.map(({ nativeId }) => nativeId),
    'it is found again',
  ).to.deep.equal([sent.nativeId]);
  const message = only(community.message).call(
    community,
    { recipientNativeId: '4711', text: 'More', key: 'key' },
    person.newRun().run,
  );
  expect((await platformErrorOf(message)).code, 'the window is still closed').to.equal('WINDOW_CLOSED');

  const late = await comment('And for two?');
  const other = await comment('For three?');
  lab.clock.advance(7 * 24 * 3600_000 - 1000);
  expect((await answer(late)).kind).to.equal('message');
  lab.clock.advance(2000);
  expect(await refusal(answer(other))).to.deep.equal(['refused', 'PRIVATE_REPLY_EXPIRED', '10903']);
  expect(await refusal(answer('17')), 'no such comment').to.deep.equal(['refused', 'PRIVATE_REPLY_EXPIRED', '10903']);
};
