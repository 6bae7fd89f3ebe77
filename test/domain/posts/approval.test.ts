import { expect } from 'chai';
import fc from 'fast-check';
import type { AccountFacts } from '../../../domain/content/account-eligibility.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { subjectOf, type ApprovalGate } from '../../../domain/posts/approval.ts';
import * as approvals from '../../../domain/posts/approval-events.ts';
import type { PostCommand } from '../../../domain/posts/commands.ts';
import * as events from '../../../domain/posts/post-events.ts';
import { post } from '../../../domain/posts/post.ts';
import type { PostState } from '../../../domain/posts/state.ts';
import type { Destination, PostMedia } from '../../../domain/posts/values.ts';
import { specFor } from '../../support/spec.ts';
import { contentOf, created, due, now, postId, publishing, scheduled, toMastodon, toTwitter } from './a-post.ts';

const given = specFor(post);
const accounts = new Map<string, AccountFacts>();
const digest = (text: string): string => `#${text}`;
const gate: ApprovalGate = { content: true, schedule: true, digest };
const members = { olivia: 'OWNER', ann: 'MEMBER', bob: 'MEMBER', eve: 'ADMIN' } as const;
const step = (order: number, approverIds: string[], required = true) => ({ order, role: 'r', approverIds, required });
const workflow = (...steps: ReturnType<typeof step>[]) => ({ workflowId: 'w', name: 'Legal', version: 3, steps });
const start = (...steps: ReturnType<typeof step>[]) =>
  ({ type: 'start-approval', workflow: workflow(...steps), startedById: 'eve', accounts, digest, now }) as const;
const approve = (by: string, more: object = {}) =>
  ({ type: 'approve-step', by, comment: null, members, digest, now, ...more }) as const;
const reject = (by: string) => ({ type: 'reject-step', by, comment: 'No', members, now }) as const;

/** The history of a post after commands. */
const after = (history: readonly events.PostEvent[], ...commands: PostCommand[]): readonly events.PostEvent[] =>
  commands.reduce((before, command) => [...before, ...post.decide(command, foldState(post, before))], history);
const statusAfter = (history: readonly events.PostEvent[]): string => {
  const state = foldState(post, history);
  return state.kind === 'existing' ? state.status : state.kind;
};
const draft = [created()];
const planned = [...draft, approvals.PostTimePlanned({ scheduledFor: due })];

describe('the approval of a post', () => {
  it('begins with a draft, once at a time', () => {
    given(...draft)
      .when(start(step(1, ['ann'])))
      .thenTypes('PostApprovalStarted');
    given(...after(draft, start(step(1, ['ann']))))
      .when(start(step(1, ['ann'])))
      .thenRefused('ALREADY_IN_APPROVAL');
    given(created(), scheduled)
      .when(start(step(1, ['ann'])))
      .thenRefused('CONFLICT');
    given(created({ content: 'x'.repeat(281) }))
      .when(start(step(1, ['ann'])))
      .thenRefused('VALIDATION_ERROR');
  });
  it('follows the steps of the workflow as it was', () => {
    const begun = after(draft, start(step(1, ['ann']), step(2, ['bob'])));
    given(...begun)
      .when(approve('bob'))
      .thenRefused('NOT_AUTHORIZED');
    given(...begun)
      .when(approve('ann'))
      .thenTypes('PostStepApproved');
    const first = after(begun, approve('ann'));
    given(...first)
      .when(approve('ann'))
      .thenRefused('NOT_AUTHORIZED');
    given(...first)
      .when(approve('bob'))
      .thenTypes('PostStepApproved', 'PostApproved');
    expect(statusAfter(after(first, approve('bob')))).to.equal('approved');
  });
  it('schedules a post that has a time with its last step', () =>
    given(...after(planned, start(step(1, ['ann']))))
      .when(approve('ann'))
      .thenTypes('PostStepApproved', 'PostApproved', 'PostScheduled'));
  it('makes the post a draft with the first rejection', () => {
    const rejected = after(draft, start(step(1, ['ann']), step(2, ['bob'])), approve('ann'), reject('bob'));
    expect(statusAfter(rejected)).to.equal('draft');
    given(...rejected)
      .when(approve('bob'))
      .thenRefused('NO_PENDING_STEP');
    given(...rejected)
      .when(start(step(1, ['ann'])))
      .thenTypes('PostApprovalStarted');
  });
  it('never waits for an optional step', () => {
    const begun = after(draft, start(step(1, ['ann'], false), step(2, ['bob']), step(3, ['eve'], false)));
    expect(statusAfter(after(begun, approve('ann')))).to.equal('pending_approval');
    expect(statusAfter(after(begun, approve('bob')))).to.equal('approved');
    given(...begun)
      .when(approve('eve'))
      .thenRefused('NOT_AUTHORIZED');
    expect(statusAfter(after(draft, start(step(1, ['ann'], false)), approve('ann')))).to.equal('approved');
  });
  it('gives a step to the first of two approvers', () => {
    const first = after(draft, start(step(1, ['ann', 'bob']), step(2, ['bob'])), approve('ann'));
    given(...first)
      .when(approve('bob', { stepOrder: 1 }))
      .thenRefused('NO_PENDING_STEP');
    given(...after(draft, start(step(1, ['ann', 'bob'])), approve('ann')))
      .when(approve('bob'))
      .thenRefused('NO_PENDING_STEP');
  });
  it('is not decided by approvers who have left, and by the owner where all have', () => {
    const begun = after(draft, start(step(1, ['gone', 'ann'])));
    given(...begun)
      .when(approve('gone'))
      .thenRefused('NOT_AUTHORIZED');
    given(...begun)
      .when(approve('olivia'))
      .thenRefused('NOT_AUTHORIZED');
    const left = after(draft, start(step(1, ['gone'])));
    given(...left)
      .when(approve('eve'))
      .thenRefused('NOT_AUTHORIZED');
    given(...left)
      .when(approve('olivia'))
      .thenTypes('PostStepApproved', 'PostApproved');
  });
  it('ends with the deletion of the post, which cannot be edited or published meanwhile', () => {
    const begun = after(draft, start(step(1, ['ann'])));
    given(...begun)
      .when({ type: 'delete', now })
      .thenTypes('PostDeleted');
    given(...after(begun, { type: 'delete', now }))
      .when(approve('ann'))
      .thenRefused('NOT_FOUND');
    for (const command of [
      { type: 'edit', changes: { content: 'Other' }, accounts, now },
      { type: 'publish', accounts, now },
      { type: 'cancel', now },
    ] as const)
      given(...begun)
        .when(command)
        .thenRefused('CONFLICT');
  });
  it('is void once what was approved is changed, and says what', () => {
    const approved = after(planned, start(step(1, ['ann'])), approve('ann'));
    const edit = { type: 'edit', changes: {}, accounts, now } as const;
    given(...approved)
      .when({ ...edit, changes: { content: 'Other' } })
      .then(
        events.PostEdited({ changes: { content: 'Other' } }),
        approvals.PostApprovalVoided({ approval: 1, changed: ['content'] }),
      );
    const later = '2026-03-02T12:00:00.000Z';
    given(...approved)
      .when({ ...edit, scheduledFor: later })
      .then(
        approvals.PostTimePlanned({ scheduledFor: later }),
        approvals.PostApprovalVoided({ approval: 1, changed: ['scheduledFor'] }),
      );
    given(...approved)
      .when({ ...edit, destinations: [toMastodon] })
      .then(
        events.PostEdited({ changes: {}, destinations: [toMastodon] }),
        approvals.PostApprovalVoided({ approval: 1, changed: ['destinations'] }),
      );
    given(...approved)
      .when({ ...edit, changes: { content: 'Hello #world' } })
      .thenNothing();
    expect(statusAfter(after(approved, { ...edit, changes: { content: 'Other' } }))).to.equal('draft');
  });
  it('is void where a fix replaces media', () => {
    const failed = [
      ...after(draft, start(step(1, ['ann'])), approve('ann')),
      publishing('c-x'),
      events.DestinationFailed({ postPlatformId: 'c-x', error: { code: 'A', message: 'a' }, exhausted: false }),
      events.PostPublishingCompleted({ outcome: 'FAILED', round: 1 }),
    ];
    const media: PostMedia[] = [
      { id: 'm', filename: 'a.png', contentType: 'image/png', sizeBytes: 1, publicUrl: 'https://x' },
    ];
    const fix = { type: 'fix', postPlatformId: 'c-x', media, now } as const;
    given(...failed)
      .when(fix)
      .thenTypes('PostApprovalVoided', 'DestinationFixed', 'PostPublishingStarted');
    given(...failed)
      .when({ ...fix, gate })
      .thenRefused('CONFLICT', /approved/);
    given(...failed)
      .when({ type: 'retry', gate, now })
      .thenTypes('PostPublishingStarted');
  });
});

describe('a workspace that requires approval', () => {
  const create = { type: 'create', postId, content: contentOf(), destinations: [toTwitter], accounts, now } as const;
  const asked = { ...create, createdById: null, scheduledFor: due } as const;

  it('schedules and publishes approved posts only', () => {
    given()
      .when({ ...asked, saveAsDraft: false, gate })
      .thenRefused('CONFLICT', /approval/);
    given()
      .when({ ...asked, saveAsDraft: true, gate })
      .thenTypes('PostCreated');
    given(...draft)
      .when({ type: 'edit', changes: {}, scheduledFor: due, accounts, gate, now })
      .thenRefused('CONFLICT', /approval/);
    given(...draft)
      .when({ type: 'publish', accounts, gate, now })
      .thenRefused('CONFLICT', /approval/);
    given(...after(draft, start(step(1, ['ann'])), approve('ann')))
      .when({ type: 'publish', accounts, gate, now })
      .thenTypes('PostPublishingStarted');
  });
  it('plans the time of a draft', () =>
    given(...draft)
      .when({ type: 'edit', changes: {}, scheduledFor: due, saveAsDraft: true, accounts, gate, now })
      .then(approvals.PostTimePlanned({ scheduledFor: due })));
  it('gates publishing and scheduling apart', () => {
    const edit = { type: 'edit', changes: {}, scheduledFor: due, accounts, now } as const;
    const scheduleOnly = { ...gate, content: false };
    given(...draft)
      .when({ ...edit, gate: scheduleOnly })
      .thenRefused('CONFLICT');
    given(...draft)
      .when({ type: 'publish', accounts, gate: scheduleOnly, now })
      .thenTypes('PostPublishingStarted');
    const approved = after(planned, start(step(1, ['ann'])), approve('ann'));
    const publish = { type: 'publish', accounts, now } as const;
    given(...approved)
      .when({ ...publish, gate })
      .thenRefused('CONFLICT', /later time/);
    given(...approved)
      .when({ ...publish, gate: { ...gate, schedule: false } })
      .thenTypes('PostPublishingStarted');
  });
  describe('is bound to where the accounts publish', () => {
    const selected = (pageId?: string) =>
      new Map<string, AccountFacts>([['a1', { platform: 'TWITTER', status: 'ACTIVE', pageId }]]);
    const [one, two] = [selected('page 1'), selected('page 2')];
    const begun = after(planned, { ...start(step(1, ['ann'])), accounts: one });
    const approved = after(begun, approve('ann', { accounts: one }));
    const isVoid = approvals.PostApprovalVoided({ approval: 1, changed: ['destinations'] });

    it('also while it is under way', () => {
      given(...begun)
        .when(approve('ann', { accounts: two }))
        .thenRefused('CONFLICT', /present version of the post is not approved/);
      given(...begun)
        .when(approve('ann', { accounts: one }))
        .thenTypes('PostStepApproved', 'PostApproved', 'PostScheduled');
    });
    it('so that what is due for another place is held, and its approval void', () => {
      const dispatch = { type: 'dispatch', gate, now: due } as const;
      given(...approved)
        .when({ ...dispatch, places: { a1: 'page 2' } })
        .then(approvals.PostHeldForApproval({}), isVoid);
      given(...approved)
        .when({ ...dispatch, gate: undefined, places: { a1: null } })
        .then(approvals.PostHeldForApproval({}), isVoid);
      given(...approved)
        .when({ ...dispatch, places: { a1: 'page 1' } })
        .thenTypes('PostPublishingStarted');
      given(...approved)
        .when({ ...dispatch, places: {} })
        .thenTypes('PostPublishingStarted');
    });
    it('so that it is not sent without a look at where it goes', () => {
      const dispatch = { type: 'dispatch', gate, now: due } as const;
      given(...approved)
        .when(dispatch)
        .thenRefused('CONFLICT', /places of an approved post are needed/);
      given(...approved, ...after(approved, { type: 'dispatch', gate, places: {}, now: due }).slice(approved.length))
        .when(dispatch)
        .thenNothing();
    });
    it('so that a request to publish there needs an approval where the workspace requires one', () => {
      const publish = { type: 'publish', accounts: two, now: due } as const;
      given(...approved)
        .when({ ...publish, gate: { ...gate, places: { a1: 'page 2' } } })
        .thenRefused('CONFLICT', /approved posts only/);
      given(...approved)
        .when(publish)
        .thenTypes('PostApprovalVoided', 'PostPublishingStarted');
    });
    it('unless it began before places were bound', () => {
      const old = after(planned, start(step(1, ['ann'])), approve('ann'));
      given(...old)
        .when({ type: 'dispatch', gate, places: { a1: 'page 2' }, now: due })
        .thenTypes('PostPublishingStarted');
    });
  });
  it('is withdrawn while it is under way, by which the post is a draft with its time', () => {
    const withdraw = { type: 'withdraw-approval', withdrawnById: 'bob' } as const;
    const begun = after(planned, start(step(1, ['ann'])));
    const withdrawn = approvals.PostApprovalWithdrawn({ approval: 1, withdrawnById: 'bob' });
    given(...begun)
      .when(withdraw)
      .then(withdrawn);
    const state = foldState(post, [...begun, withdrawn]);
    expect(state).to.deep.include({ kind: 'existing', status: 'draft', scheduledFor: due });
    given(...draft)
      .when(withdraw)
      .thenRefused('NO_PENDING_STEP');
    given(...begun, withdrawn)
      .when(start(step(1, ['bob'])))
      .thenTypes('PostApprovalStarted');
    given(...begun, withdrawn)
      .when(approve('ann'))
      .thenRefused('NO_PENDING_STEP');
  });
  it('is not decided by its writers where the workspace separates duties', () => {
    const begun = after(draft, start(step(1, ['ann', 'bob'])));
    given(...begun)
      .when(approve('ann', { writers: ['ann'] }))
      .thenRefused('NOT_AUTHORIZED', /separates duties/);
    given(...begun)
      .when({ ...reject('ann'), writers: ['ann'] })
      .thenRefused('NOT_AUTHORIZED', /separates duties/);
    given(...begun)
      .when(approve('bob', { writers: ['ann'] }))
      .thenTypes('PostStepApproved', 'PostApproved');
    // Where only writers are approvers, the owner decides, unless they wrote it.
    given(...begun)
      .when(approve('olivia', { writers: ['ann', 'bob'] }))
      .thenTypes('PostStepApproved', 'PostApproved');
    given(...begun)
      .when(approve('olivia', { writers: ['ann', 'bob', 'olivia'] }))
      .thenRefused('NOT_AUTHORIZED');
  });
  it('holds back what is due and was never approved', () => {
    given(created(), scheduled).when({ type: 'dispatch', gate, now: due }).then(approvals.PostHeldForApproval({}));
    given(...after(planned, start(step(1, ['ann'])), approve('ann')))
      .when({ type: 'dispatch', gate, places: {}, now: due })
      .thenTypes('PostPublishingStarted');
  });
});

describe('what goes out under required approval', () => {
  const file = (id: string): PostMedia => ({
    id,
    filename: `${id}.jpg`,
    contentType: 'image/jpeg',
    sizeBytes: 1,
    publicUrl: `https://x/${id}`,
  });
  const people = ['olivia', 'ann', 'bob', 'eve', 'gone'];
  const time = fc.constantFrom(due, '2026-03-01T13:00:00.000Z', null);
  const edit = fc.record(
    {
      changes: fc.record(
        { content: fc.constantFrom('a', 'b'), media: fc.constantFrom<PostMedia[][]>([], [file('m')], [file('n')]) },
        { requiredKeys: [] },
      ),
      destinations: fc.constantFrom<Destination[][]>([toTwitter], [toTwitter, toMastodon]),
      scheduledFor: time,
      saveAsDraft: fc.boolean(),
    },
    { requiredKeys: ['changes'] },
  );
  const at = fc.constantFrom(now, due, '2026-03-01T14:00:00.000Z');
  const commands: fc.Arbitrary<PostCommand>[] = [
    edit.map((asked) => ({ type: 'edit', ...asked, accounts, gate, now })),
    fc.constant(start(step(1, ['ann', 'gone']))),
    fc.constant(start(step(1, ['ann']), step(2, ['bob', 'eve']))),
    fc.constantFrom(...people).map((by) => approve(by)),
    fc.constantFrom(...people).map((by) => approve(by)),
    fc.constantFrom(...people).map((by) => reject(by)),
    at.map((when) => ({ type: 'publish', accounts, gate, now: when })),
    at.map((when) => ({ type: 'dispatch', gate, places: {}, now: when })),
    fc.constant({ type: 'retry', gate, now }),
    fc.constant({ type: 'fix', postPlatformId: 'c-x', media: [file('f')], gate, now }),
    fc.constant({ type: 'cancel', now }),
    fc.constant({
      type: 'settle-failed',
      postPlatformId: 'c-x',
      kind: 'refused',
      retries: 0,
      now,
      error: { code: 'A', message: 'a' },
    }),
  ];

  const alone = start(step(1, ['ann']));
  const beginning = fc.constantFrom<PostCommand[]>([], [alone, approve('ann')], [alone, approve('ann')]);

  it('equals what was approved, whatever is asked and in whichever order', () => {
    let published = 0;
    fc.assert(
      fc.property(beginning, fc.array(fc.oneof(...commands), { maxLength: 30 }), (begun, later) => {
        const asked = [...begun, ...later];
        let state: PostState = foldState(post, draft);
        let approved: string | undefined;
        for (const each of asked) {
          let decided: readonly events.PostEvent[] = [];
          try {
            decided = post.decide(each, state);
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
          for (const event of decided) {
            if (state.kind === 'existing' && event.type === 'PostApproved') approved = subjectOf(state);
            if (state.kind === 'existing' && event.type === 'PostPublishingStarted') {
              published += 1;
              expect(subjectOf(state)).to.equal(approved);
            }
            state = post.evolve(state, event);
          }
        }
      }),
      { numRuns: 3000 },
    );
    expect(published, 'the property looks at something').to.be.greaterThan(200);
  });
});
