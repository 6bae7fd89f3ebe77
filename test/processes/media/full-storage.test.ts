import { expect } from 'chai';
import { planTerms } from '../../../domain/plans/plan.ts';
import { storageFull } from '../../../domain/media/storage-room.ts';
import { mediaProcess, type MediaProcessPorts } from '../../../processes/media/media-process.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const mediaId = 'cm1';
const workspaceId = 'w1';
const given = processSpec(mediaProcess, mediaId);
const created = event(
  'WorkspaceCreated',
  {
    workspaceId,
    name: 'Acme',
    slug: 'acme',
    logo: null,
    plan: 'free',
    mode: 'test',
    ownerId: 'u',
    settings: {},
  },
  { stream: `workspace-${workspaceId}`, workspaceId },
);
const imported = event(
  'MediaImportStarted',
  {
    mediaId,
    sourceUrl: 'https://example.com/a.mp4',
    filename: 'a.mp4',
    contentType: 'video/mp4',
    targetPlatforms: [],
    createdById: null,
  },
  { stream: `media-${mediaId}`, workspaceId },
);

const limit = planTerms.free.storedBytes ?? 0;

describe('an import into a workspace with little storage left', () => {
  const ports = (stored: number): { ports: MediaProcessPorts; asked: number[] } => {
    const asked: number[] = [];
    const storage = { put: async () => ({ sizeBytes: 5, contentType: 'video/mp4', etag: '', modifiedAt: '' }) };
    return {
      asked,
      ports: {
        storage: storage as unknown as MediaProcessPorts['storage'],
        processMedia: () => Promise.reject(new Error('unused')),
        fetchFile: async (_url, maxBytes) => {
          asked.push(maxBytes);
          return { contentType: 'video/mp4', sizeBytes: 5, bytes: (async function* () {})() };
        },
        storedBytes: async () => stored,
      },
    };
  };

  it('fetches no more than what is left', async () => {
    const { ports: of, asked } = ports(limit - 1000);
    await given(created, imported).acting(of).sends({ type: 'receive-bytes', contentType: 'video/mp4', sizeBytes: 5 });
    expect(asked).to.deep.equal([1000]);
  });

  it('fetches nothing where nothing is left', async () => {
    const { ports: of, asked } = ports(limit);
    await given(created, imported)
      .acting(of)
      .sends({ type: 'fail-processing', reason: `Import failed: ${storageFull}` });
    expect(asked).to.deep.equal([]);
  });
});
