import { z } from 'zod';
import { WorkspaceSettings } from '../../domain/workspaces/settings.ts';
import { Slug } from '../../domain/workspaces/slug.ts';
import { roleOf } from '../../domain/workspaces/role.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { viewAfter } from './found-workspace.ts';
import { releaseSlug, reserveSlug } from './reserve-slug.ts';
import { isSystemAdmin, Name, adoptPicture, requireManager, workspaceParams } from './workspace-fields.ts';
import type { WorkspacePorts } from './ports.ts';
import { WorkspaceReply } from '../../read-api/contract/workspace.ts';

/** PATCH /v1/workspaces/:id. Settings are merged key by key. */
export const changeWorkspace = (ports: WorkspacePorts) =>
  writeEndpoint({
    method: 'PATCH',
    path: '/v1/workspaces/:id',
    id: 'changeWorkspace',
    summary: 'Change name, slug, logo or settings of a workspace',
    description:
      '`settings` are merged key by key. Until set, `approve_content` follows `require_approval`, the ' +
      'week starts on sunday, the audio track is on and everything else is off or empty. Platforms outside `allowedPlatforms` take ' +
      'no new accounts and posts (403 PLATFORM_RESTRICTED); posts that are scheduled already go out. With ' +
      '`autoPrepareVideoAudio` a video without an audio track is sent to SNAPCHAT as a copy with a silent one; ' +
      'where the machine has no video tool, or the tool cannot read the video, it is sent as it is. ' +
      '`platformBetaTester` is set by system administrators; no platform is in beta now, so it opens none.',
    params: workspaceParams,
    body: z
      .object({
        name: Name,
        slug: Slug,
        logo: z.string().max(2048).nullable(),
        settings: WorkspaceSettings,
      })
      .partial(),
    reply: WorkspaceReply,
    errors: ['CONFLICT', 'FORBIDDEN', 'NOT_FOUND'],
    async run({ params: { id }, body }, context) {
      const before = await requireManager(id, context);
      await adoptPicture('logo', body.logo, ports);
      const command = { ...body, type: 'change-workspace', bySystemAdmin: await isSystemAdmin(context) } as const;
      await context.preview(workspace, id, command, { step: 'change-workspace' });
      if (body.slug !== undefined && body.slug !== before.slug) await reserveSlug(body.slug, id, context);
      const { events, state } = await context.handle(workspace, id, command, { step: 'change-workspace' });
      if (state !== undefined && state.slug !== before.slug) await releaseSlug(before.slug, id, context);
      const role = context.caller.kind === 'session' ? roleOf(before.members, context.caller.userId) : undefined;
      return { body: { ...viewAfter(events), ...(role ? { role } : {}) } };
    },
  });
