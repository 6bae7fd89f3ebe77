import { setTimeout as pause } from 'node:timers/promises';
import type { TestWorkspace } from '../../../support/running-service.ts';

type Thing = { id: string; jobId?: string; status?: string; data?: { id: string }; items?: { id: string }[] };
type Ask = (line: string, body?: unknown) => Promise<Thing>;
type Found = Readonly<{
  byName: Readonly<Record<string, readonly string[]>>;
  byGroup: Readonly<Record<string, readonly string[]>>;
}>;

const idOf = ({ id, jobId, data }: Thing): string => id ?? jobId ?? data?.id ?? '';

/** Asks again until the answer is as wanted: for a minute at most. */
const awaited = async (ask: () => Promise<Thing>, isThere: (answer: Thing) => boolean): Promise<Thing> => {
  for (const end = Date.now() + 60_000; ; await pause(50)) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (Date.now() > end) throw new Error(`never came: ${JSON.stringify(answer)}`);
  }
};

/** Personas, sequences, planned posts, workflows and jobs. */
export const inhabitPlans = async (of: TestWorkspace, byKey: Ask, bySession: Ask): Promise<Found> => {
  const { TWITTER = '', FACEBOOK = '' } = of.accounts;
  await byKey('POST /sandbox/credits', { balance: 50 });
  const persona = await byKey('POST /personas/wizard', { name: 'Ada', modules: { voice: { tone: 'dry' } } });
  const spare = await byKey('POST /personas/wizard', { name: 'Bo' });
  const arc = await byKey(`POST /personas/${persona.id}/arcs`, { title: 'Launch week', status: 'active' });
  const sequence = await byKey('POST /sequences', { name: 'Welcome' });
  const step = await byKey(`POST /sequences/${sequence.id}/steps`, { messageTemplate: 'One', delayHours: 5 });
  const person = await byKey('POST /contacts', { platform: 'FACEBOOK', platformId: '8' });
  const enrolled = await byKey(`POST /sequences/${sequence.id}/enrollments`, {
    contactId: idOf(person),
    platform: 'FACEBOOK',
  });
  const planned = await Promise.all(
    ['One', 'Two', 'Three'].map((content) =>
      byKey('POST /calendar/posts', { accountId: TWITTER, platform: 'TWITTER', content }),
    ),
  );
  const voice = await byKey('POST /calendar/personas', { slug: 'ada', displayName: 'Ada' });
  const editor = { order: 1, role: 'Editor', approverIds: [of.userId] };
  const path = `/workspaces/${of.workspaceId}/approval-workflows`;
  const workflow = await bySession(`POST ${path}`, { name: 'Legal', steps: [editor] });
  const awaiting = await byKey('POST /posts', { content: 'Ask first', accountIds: [TWITTER, FACEBOOK] });
  await bySession(`POST /posts/${awaiting.id}/start-approval`, { workflowId: idOf(workflow) });
  const bulk = await bySession('POST /bulk-generate', {
    accountId: TWITTER,
    platform: 'TWITTER',
    totalPosts: 1,
    topicHint: 'tea',
    scheduledDates: ['2029-05-01T10:00:00Z'],
  });
  const images = await byKey('POST /ai/image-jobs', { posts: [{ postId: 'p1', promptText: 'A cat' }] });
  const { items = [] } = await awaited(
    () => byKey(`GET /ai/image-jobs/${idOf(images)}`),
    ({ status = '' }) => status === 'COMPLETED',
  );
  return {
    byName: {
      arcId: [idOf(arc)],
      stepId: [idOf(step)],
      enrollId: [idOf(enrolled)],
      workflowId: [idOf(workflow)],
      jobId: [idOf(bulk), idOf(images)],
      itemId: items.map(idOf),
      moduleType: ['voice', 'pillars'],
      personaId: [persona.id, spare.id],
      contactId: [idOf(person)],
    },
    byGroup: {
      personas: [persona, spare].map(idOf),
      sequences: [idOf(sequence)],
      calendar: planned.map(idOf),
      'calendar/posts': planned.map(idOf),
      'calendar/personas': [idOf(voice)],
    },
  };
};

/** A mention and a review. */
export const inhabitInbox = async (of: TestWorkspace, byKey: Ask, bySession: Ask): Promise<Found> => {
  const { FACEBOOK, GOOGLE_BUSINESS } = of.accounts;
  await byKey('POST /sandbox/inbox/mentions', {
    accountId: FACEBOOK,
    text: 'Look at them',
    author: { id: 'author-1', username: 'zoe' },
  });
  await byKey('POST /sandbox/inbox/reviews', {
    accountId: GOOGLE_BUSINESS,
    rating: 4,
    text: 'Good',
    reviewerName: 'Zoe',
    locationPath: 'accounts/1/locations/7',
    locationName: 'Harbour',
  });
  const listed = async (ask: Ask, line: string): Promise<readonly string[]> => {
    const isThere = ({ data }: Thing) => (data as unknown as readonly Thing[]).length > 0;
    const { data } = await awaited(() => ask(line), isThere);
    return (data as unknown as readonly Thing[]).map(idOf);
  };
  const [mentions, reviews] = await Promise.all([
    listed(bySession, 'GET /inbox/mentions'),
    listed(byKey, 'GET /inbox/reviews'),
  ]);
  return { byName: {}, byGroup: { 'inbox/mentions': mentions, 'inbox/reviews': reviews } };
};
