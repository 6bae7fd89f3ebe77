import { bulleted } from '../../domain/kernel/sentence.ts';
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
    description: bulleted(
      'Changes a workspace. `settings` are merged key by key. By default `approve_content` follows `require_approval`, the week starts on sunday, the audio track is on, and everything else is off or empty.',
      [
        '`allowedPlatforms`: other platforms get no new accounts and posts (403 PLATFORM_RESTRICTED). Posts that are already scheduled go out.',
        '`autoPrepareVideoAudio`: SNAPCHAT gets a video without an audio track as a copy with a silent one. If the machine has no video tool, or the tool cannot read the video, the original is sent.',
        '`platformBetaTester`: set by system administrators. At present no platform is in beta.',
      ],
    ),
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
