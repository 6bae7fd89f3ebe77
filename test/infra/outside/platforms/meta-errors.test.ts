import { expect } from 'chai';
import { explainGraph, explainToken } from '../../../../infra/outside/platforms/meta/errors.ts';
import type { PlatformReply } from '../../../../infra/outside/platforms/http.ts';
import type { Effect } from '../../../../infra/outside/platforms/transport-failure.ts';

const answered = (status: number, json: unknown, headers: Record<string, string> = {}): PlatformReply => ({
  status,
  json,
  text: JSON.stringify(json),
  headers: new Headers(headers),
});

const graph = (code: number, subcode?: number, more: object = {}) => ({
  error: {
    message: 'as Meta says it',
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    fbtrace_id: 'A1',
    ...more,
  },
});

const explained = (body: unknown, effect: Effect = 'send', status = 400) => {
  const refusal = explainGraph(effect)(answered(status, body));
  return [refusal?.kind ?? 'refused', refusal?.code, refusal?.platformCode];
};

describe("Meta's errors", () => {
  it('are reported in the terms of the reference, with their own code beside', () => {
    const table: readonly (readonly [code: number, subcode: number | undefined, kind: string, expected: string])[] = [
      [190, undefined, 'unauthorized', 'ACCOUNT_DISCONNECTED'],
      [190, 463, 'unauthorized', 'ACCOUNT_DISCONNECTED'],
      [190, 460, 'unauthorized', 'ACCOUNT_DISCONNECTED'],
      [102, undefined, 'unauthorized', 'ACCOUNT_DISCONNECTED'],
      [4, undefined, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [17, undefined, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [32, undefined, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [341, undefined, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [613, undefined, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [80_002, undefined, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [80_007, undefined, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [130_429, undefined, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [131_056, undefined, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [9, 2_207_042, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [4, 2_207_051, 'refused', 'PUBLISH_ERROR'],
      [9007, 2_207_027, 'not_stored', 'MEDIA_NOT_READY'],
      [24, 2_207_008, 'refused', 'CONTAINER_FAILED'],
      [-2, 2_207_020, 'refused', 'CONTAINER_FAILED'],
      [36_000, 2_207_004, 'refused', 'MEDIA_REJECTED'],
      [36_001, 2_207_005, 'refused', 'MEDIA_REJECTED'],
      [36_003, 2_207_009, 'refused', 'ASPECT_RATIO_INVALID'],
      [352, 2_207_026, 'refused', 'MEDIA_REJECTED'],
      [9004, 2_207_052, 'refused', 'MEDIA_REJECTED'],
      [324, 1_366_046, 'refused', 'MEDIA_REJECTED'],
      [131_053, undefined, 'refused', 'MEDIA_REJECTED'],
      [100, 2_207_010, 'refused', 'CONTENT_TOO_LONG'],
      [10, 2_018_278, 'refused', 'WINDOW_CLOSED'],
      [10, 1_893_063, 'refused', 'MESSAGING_RESTRICTED'],
      [10_900, undefined, 'refused', 'PRIVATE_REPLY_USED'],
      [10_903, undefined, 'refused', 'PRIVATE_REPLY_EXPIRED'],
      [10, undefined, 'refused', 'PUBLISH_ERROR'],
      [200, undefined, 'refused', 'PUBLISH_ERROR'],
      [368, undefined, 'refused', 'PUBLISH_ERROR'],
      [506, undefined, 'refused', 'PUBLISH_ERROR'],
      [131_047, undefined, 'refused', 'PUBLISH_ERROR'],
      [100, 33, 'refused', 'PUBLISH_ERROR'],
      [1, 2_207_057, 'refused', 'PUBLISH_ERROR'],
      [368, 1_390_008, 'not_stored', 'PLATFORM_RATE_LIMIT'],
      [1, 1_363_047, 'unknown', 'OUTCOME_UNKNOWN'],
      [100, 1_609_010, 'unknown', 'OUTCOME_UNKNOWN'],
      [100, 2_207_085, 'unknown', 'OUTCOME_UNKNOWN'],
    ];
    for (const [code, subcode, kind, expected] of table) {
      const own = subcode === undefined ? `${code}` : `${code}/${subcode}`;
      expect(explained(graph(code, subcode)), own).to.deep.equal([kind, expected, own]);
    }
  });

  it('leave a passing failure open after a send, and repeatable otherwise', () => {
    for (const body of [graph(1), graph(2), graph(-1, 2_207_032), graph(100, 2_207_085, { is_transient: true })]) {
      expect(explained(body, 'send').slice(0, 2)).to.deep.equal(['unknown', 'OUTCOME_UNKNOWN']);
      expect(explained(body, 'step').slice(0, 2)).to.deep.equal(['not_stored', 'PUBLISH_ERROR']);
    }
  });

  it('tell by words what has no code', () => {
    const said = (message: string) => explained({ error: { message, type: 'OAuthException', code: 100 } })[1];
    expect(said('(#100) Param text must be at most 500 characters long.')).to.equal('CONTENT_TOO_LONG');
    expect(said('The media could not be fetched from this URI')).to.equal('MEDIA_REJECTED');
  });

  it('say when to come back', () => {
    const usage = JSON.stringify({
      1: [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 7 }],
      2: [{ type: 'instagram', estimated_time_to_regain_access: 3 }],
    });
    const explain = explainGraph('send');
    const limited = explain(answered(400, graph(32), { 'x-business-use-case-usage': usage }));
    expect(limited?.retryAfterSeconds).to.equal(420);
    expect(explain(answered(400, graph(32), { 'x-business-use-case-usage': '{broken' }))).not.to.have.property(
      'retryAfterSeconds',
    );
    expect(explain(answered(400, graph(9, 2_207_042)))?.retryAfterSeconds).to.equal(3600);
  });

  it('keep the words meant for people and the details of WhatsApp', () => {
    const explain = explainGraph('send');
    expect(explain(answered(400, graph(324, 1, { error_user_msg: 'Use a JPEG' })))?.message).to.equal(
      'as Meta says it (Use a JPEG)',
    );
    const details = { error_data: { messaging_product: 'whatsapp', details: 'too many' } };
    expect(explain(answered(400, graph(131_056, undefined, details)))?.message).to.contain('too many');
  });

  it('of the token endpoints tell a dead code from a wrong application', () => {
    const dead = { error_type: 'OAuthException', code: 400, error_message: 'This authorization code has been used' };
    expect(explainToken(answered(400, dead))).to.include({ kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' });
    expect(explainToken(answered(400, graph(100, 36_009)))).to.include({ kind: 'unauthorized' });
    const wrong = { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } };
    expect(explainToken(answered(400, wrong)))
      .to.include({ code: 'PUBLISH_ERROR' })
      .and.not.have.property('kind');
  });

  it('leave answers without an error alone', () => {
    expect(explainGraph('send')(answered(200, { id: '1' }))).to.equal(undefined);
    expect(explainGraph('send')(answered(502, undefined))).to.equal(undefined);
  });
});
