import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '@social-publishing/client/webhooks';
import { ask, ServiceRefusal } from '../ask.ts';
import { credentialName } from '../credential.ts';
import type { HookContext, Json, NodeDescription, WebhookContext, WebhookOutcome } from '../n8n.ts';
import { eventTypes } from './events.ts';

/** What is kept with the workflow. The secret is answered once, when the webhook is registered. */
type Kept = { webhookId?: string; secret?: string };

const keptOf = (context: HookContext | WebhookContext): Kept => context.getWorkflowStaticData('node') as Kept;

const isGone = (fault: unknown): boolean => fault instanceof ServiceRefusal && fault.status === 404;

const wanted = (context: HookContext): readonly string[] => {
  const events = context.getNodeParameter('events', []) as readonly string[];
  if (events.length === 0) throw new Error('Choose at least one event');
  return events;
};

/** A webhook for another address or other events is not the one: n8n then registers a new one. */
const isRegistered = async function isRegistered(this: HookContext): Promise<boolean> {
  const { webhookId, secret } = keptOf(this);
  if (webhookId === undefined || secret === undefined) return false;
  try {
    const { url, events, enabled } = await ask<Json & { events: readonly string[] }>(
      this,
      `GET /v1/webhooks/${webhookId}`,
    );
    const isWanted = url === this.getNodeWebhookUrl('default') && enabled === true;
    if (isWanted && events.toSorted().join() === wanted(this).toSorted().join()) return true;
    await unregister.call(this);
    return false;
  } catch (fault) {
    if (isGone(fault)) return false;
    throw fault;
  }
};

const register = async function register(this: HookContext): Promise<boolean> {
  const body = {
    url: this.getNodeWebhookUrl('default'),
    events: wanted(this),
    description: `n8n: ${this.getWorkflow().name ?? 'a workflow'}`.slice(0, 500),
  };
  const question = { body, idempotencyKey: randomUUID() };
  const { id, secret } = await ask<{ id: string; secret: string }>(this, 'POST /v1/webhooks', question);
  Object.assign(keptOf(this), { webhookId: id, secret });
  return true;
};

const unregister = async function unregister(this: HookContext): Promise<boolean> {
  const kept = keptOf(this);
  if (kept.webhookId !== undefined)
    try {
      await ask(this, `DELETE /v1/webhooks/${kept.webhookId}`);
    } catch (fault) {
      if (!isGone(fault)) throw fault;
    }
  delete kept.webhookId;
  delete kept.secret;
  return true;
};

/** Starts a workflow for each event of the service. A webhook exists for as long as the workflow is active. */
export class SocialPublishingTrigger {
  description: NodeDescription = {
    displayName: 'Social Publishing Trigger',
    name: 'socialPublishingTrigger',
    icon: 'file:social-publishing.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when a post is published or fails, a comment or message comes in, and more',
    defaults: { name: 'Social Publishing Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: credentialName, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        default: ['post.published', 'post.failed'],
        required: true,
        options: eventTypes.map((value) => ({ name: value, value })),
        description: 'What starts the workflow',
      },
    ],
  };

  webhookMethods = { default: { checkExists: isRegistered, create: register, delete: unregister } };

  async webhook(this: WebhookContext): Promise<WebhookOutcome> {
    const request = this.getRequestObject();
    // Later versions of n8n read a body only when they are asked to.
    if (request.rawBody === undefined) await request.readRawBody?.();
    const body = request.rawBody ?? Buffer.alloc(0);
    const signature = request.headers['x-service-signature'];
    const genuine = verifyWebhook({
      body,
      signature: typeof signature === 'string' ? signature : undefined,
      // No secret is kept where nothing was registered: an empty one verifies what others can sign.
      secret: keptOf(this).secret ?? [],
    });
    if (!genuine) {
      this.getResponseObject().writeHead(401).end('The signature is not valid');
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: JSON.parse(body.toString()) as Json }]] };
  }
}
