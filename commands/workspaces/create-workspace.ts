import { z } from 'zod';
import { WorkspaceSettings } from '../../domain/workspaces/settings.ts';
import { Slug } from '../../domain/workspaces/slug.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { foundWorkspace } from './found-workspace.ts';
import { modeOfFounder, Name, personOf, adoptPicture } from './workspace-fields.ts';
import type { WorkspacePorts } from './ports.ts';
import { WorkspaceReply } from '../../read-api/contract/workspace.ts';

/**
 * POST /v1/workspaces. The new workspace is live or test as the one the caller acts in; a person of
 * test mode founds test workspaces only.
 */
export const createWorkspace = (ports: WorkspacePorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/workspaces',
    id: 'createWorkspace',
    summary: 'Create a workspace and own it',
    description:
      'A person owns at most 3 workspaces on every plan. A further workspace gets the highest plan ' +
      'among those its owner has.',
    body: z.object({
      name: Name,
      slug: Slug,
      logo: z.string().max(2048).nullable().optional(),
      settings: WorkspaceSettings.default({}),
    }),
    reply: WorkspaceReply,
    status: 201,
    idempotent: true,
    errors: ['LIMIT_REACHED', 'CONFLICT', 'FORBIDDEN'],
    async run({ body: { name, slug, logo = null, settings } }, context) {
      await adoptPicture('logo', logo, ports);
      const view = await foundWorkspace(
        {
          name,
          slug,
          logo,
          settings,
          mode: await modeOfFounder(context),
          workspaceId: context.newId('workspace'),
          ownerId: personOf(context),
        },
        context,
      );
      return { status: 201, body: { ...view, role: 'OWNER' as const } };
    },
  });
