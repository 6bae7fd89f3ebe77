import { post } from '../../domain/posts/post.ts';
import { refuseUnfitAccounts, refuseViolations } from '../../domain/posts/rule-violations.ts';
import { duplicateOf } from '../../domain/posts/fingerprint.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { gateOf, preparePost } from './create-post.ts';
import { refuseDuplicate, refuseBeyondPlan } from './schedule-claims.ts';
import type { PostPorts } from './ports.ts';
import { namedAsSent, type CreatePostRequest } from './post-request.ts';
import { verdictOn } from './present.ts';

/**
 * The posts of one request that are tried and not created: each takes its place of the plan, its slot of the queue and
 * its content from those that follow, as it would when created. Nothing is written.
 */
export class DryRun {
  readonly #context: WriteContext;
  readonly #ports: PostPorts;
  readonly #claimed = new Set<string>();
  readonly #slots: string[] = [];
  #scheduled = 0;

  constructor(context: WriteContext, ports: PostPorts) {
    this.#context = context;
    this.#ports = ports;
  }

  /** Refuses as creating would, and a draft that breaks a rule as well. */
  try(requested: CreatePostRequest, name: string) {
    return namedAsSent(requested, () => this.#try(requested, name));
  }

  async #try(requested: CreatePostRequest, name: string) {
    const context = this.#context;
    const ports = this.#ports;
    const prepared = await preparePost(requested, context, ports, { name, passed: this.#slots });
    const { queued, ...draft } = prepared;
    const postId = context.newId(`${name}post`);
    const gate = await gateOf(prepared, context);
    const command = { type: 'create', postId, ...draft, createdById: null, gate, now: context.now } as const;
    const { state: planned } = await context.preview(post, postId, command, { fresh: true, step: name });
    refuseUnfitAccounts(draft.destinations, draft.accounts);
    refuseViolations(draft.content, draft.destinations, draft.check);
    if (planned.kind === 'existing' && planned.status === 'scheduled' && planned.scheduledFor !== null) {
      await refuseBeyondPlan(context, ports, this.#scheduled);
      const keys = await refuseDuplicate(postId, planned, planned.scheduledFor, context);
      if (keys.some((key) => this.#claimed.has(key))) throw duplicateOf(undefined);
      for (const key of keys) this.#claimed.add(key);
      if (queued) this.#slots.push(planned.scheduledFor);
      this.#scheduled += 1;
    }
    return { validation: verdictOn(draft, context, ports) };
  }
}
