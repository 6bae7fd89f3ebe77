import { consentBehaviours } from '../engine/consent.ts';
import { type Behaviour, must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import { rules, contract } from './linkedin-contract.ts';

const organizationOf = (account: string): string => `8${account}`;
const urnOf = (account: string): string => `urn:li:organization:${organizationOf(account)}`;
const found = (world: World, id: string | undefined): LiveObject => {
  const object = world.get(id);
  must(object, 'NOT_FOUND', 404);
  return object;
};
/** The upper bits of a number are its milliseconds. */
const numberOf = (now: number): string => String((BigInt(now) << 22n) + BigInt(Math.floor(Math.random() * 1e6)));

const initialized =
  (kind: 'image' | 'document'): Behaviour =>
  ({ world, account, body, base }) => {
    const { owner } = body['initializeUploadRequest'] as { owner: string };
    must(owner === urnOf(account.id), 'The owner is another');
    const { id } = world.put({ id: `urn:li:${kind}:${world.nextNumber()}`, kind: 'upload', account: account.id });
    const uploadUrl = base(`www.linkedin.com/dms-uploads/${encodeURIComponent(id)}/0`);
    return { json: { value: { uploadUrlExpiresAt: Date.now() + 3_600_000, uploadUrl, [kind]: id } } };
  };

const partBytes = 4_194_304;

const commentOf = (object: LiveObject) => ({
  id: object.id,
  actor: object.more['actor'] ?? `urn:li:person:${object.account}`,
  object: object.more['object'],
  commentUrn: `urn:li:comment:(${String(object.more['object'])},${object.id})`,
  message: { text: object.text },
  created: { time: object.createdAt },
  commentsSummary: { aggregatedTotalComments: 0 },
});

export const linkedin: LivePlatform = {
  contract,
  refusal: (status, message) => ({
    status,
    json: {
      status,
      message,
      code: status === 404 ? 'NOT_FOUND' : status === 401 ? 'INVALID_ACCESS_TOKEN' : 'ILLEGAL_ARGUMENT',
    },
  }),
  behaviours: {
    ...consentBehaviours(rules),
    revoke: ({ world, body }) => {
      world.tokens.delete(String(body['token']));
      return { json: {} };
    },
    me: ({ account }) => ({
      json: { id: account.id, localizedFirstName: 'Zoe', localizedLastName: 'Example', vanityName: account.username },
    }),
    acls: ({ account }) => ({
      json: {
        elements: [
          {
            organization: urnOf(account.id),
            role: 'ADMINISTRATOR',
            state: 'APPROVED',
            roleAssignee: `urn:li:person:${account.id}`,
          },
        ],
      },
    }),
    organizations: ({ account }) => {
      const id = organizationOf(account.id);
      return {
        json: { results: { [id]: { id: Number(id), localizedName: 'Bakery by the river', vanityName: 'bakery' } } },
      };
    },
    create: ({ world, account, body }) => {
      must(body['author'] === urnOf(account.id), 'The author is another');
      const { media, multiImage } = (body['content'] ?? {}) as {
        media?: { id: string };
        multiImage?: { images: { id: string }[] };
      };
      const uploads = [media ?? [], multiImage?.images ?? []].flat().map(({ id }) => found(world, id));
      for (const { more } of uploads) must(more['status'] === 'AVAILABLE', 'MEDIA_ASSET_WAITING_UPLOAD');
      // Reserved characters are escaped (LinkedIn docs: "Little Text Format").
      const commentary = String(body['commentary']);
      must(!/(?<!\\)[|{}@[\]()<>*_~]/.test(commentary), 'The commentary has a reserved character');
      const { id } = world.put({
        id: `urn:li:share:${numberOf(Date.now())}`,
        kind: 'post',
        account: account.id,
        text: commentary.replace(/\\(.)/g, '$1'),
        mediaBytes: uploads.reduce((sum, upload) => sum + upload.mediaBytes, 0),
      });
      return { status: 201, headers: { 'x-restli-id': id } };
    },
    posts: ({ world, account }) => ({
      json: {
        elements: world
          .of('post', account.id)
          .map((each) => ({ id: each.id, commentary: each.text, createdAt: each.createdAt })),
      },
    }),
    post: ({ world, path }) => ({ json: { id: found(world, path['urn']).id } }),
    remove: ({ world, path }) => {
      found(world, path['urn']).isDeleted = true;
      return { status: 204 };
    },
    images: initialized('image'),
    documents: initialized('document'),
    videos: ({ world, account, query, body, base }) => {
      if (query['action'] === 'finalizeUpload') {
        const { video, uploadedPartIds, uploadToken } = body['finalizeUploadRequest'] as {
          video: string;
          uploadedPartIds: string[];
          uploadToken: string;
        };
        const { more } = found(world, video);
        must(uploadToken === more['token'], 'The upload token is another');
        const tags = more['tags'] as Record<string, string>;
        const wanted = Object.keys(tags).map((_, index) => tags[index]);
        must(JSON.stringify(wanted) === JSON.stringify(uploadedPartIds), 'The parts are others');
        more['status'] = 'PROCESSING';
        return { json: {} };
      }
      const { owner, fileSizeBytes: total } = body['initializeUploadRequest'] as {
        owner: string;
        fileSizeBytes: number;
      };
      must(owner === urnOf(account.id), 'The owner is another');
      const token = `token-${world.nextNumber()}`;
      const more = { token, tags: {}, total, status: 'WAITING_UPLOAD' };
      const { id } = world.put({ id: `urn:li:video:${world.nextNumber()}`, kind: 'upload', account: account.id, more });
      const uploadInstructions = Array.from({ length: Math.ceil(total / partBytes) }, (_, index) => ({
        uploadUrl: base(`www.linkedin.com/dms-uploads/${encodeURIComponent(id)}/${index}`),
        firstByte: index * partBytes,
        lastByte: Math.min(total, (index + 1) * partBytes) - 1,
      }));
      return {
        json: {
          value: { video: id, uploadToken: token, uploadUrlsExpireAt: Date.now() + 3_600_000, uploadInstructions },
        },
      };
    },
    bytes: ({ world, path, request }) => {
      const upload = found(world, path['id']);
      const part = Number(path['part']);
      const total = upload.more['total'] as number | undefined;
      const size = request.bytes.length;
      if (total !== undefined)
        must(size === Math.min(partBytes, total - part * partBytes), 'The part has another length');
      const tags = { ...(upload.more['tags'] as object | undefined), [part]: `etag-${part}` };
      const isWhole = total === undefined;
      world.put({
        ...upload,
        mediaBytes: upload.mediaBytes + size,
        more: { ...upload.more, tags, ...(isWhole && { status: 'PROCESSING' }) },
      });
      return { status: 201, headers: { etag: `etag-${part}` } };
    },
    asset: ({ world, path }) => {
      const { id, more } = found(world, path['urn']);
      const { status } = more;
      if (status === 'PROCESSING') more['status'] = 'AVAILABLE';
      return { json: { id, status } };
    },
    comments: ({ world, path }) => ({
      json: {
        elements: world
          .of('comment')
          .filter(({ parent }) => parent === path['urn'])
          .map((each) => {
            each.more['object'] ??= path['urn'];
            return commentOf(each);
          }),
        paging: { start: 0, count: 50 },
      },
    }),
    oneComment: ({ world, path }) => ({ json: commentOf(found(world, path['comment'])) }),
    comment: ({ world, account, path, body }) => {
      must(body['actor'] === urnOf(account.id), 'The actor is another');
      const { text: said } = body['message'] as { text: string };
      const parent = /,(\d+)\)$/.exec(String(body['parentComment'] ?? ''))?.[1] ?? path['urn'] ?? '';
      found(world, parent);
      const more = { actor: body['actor'], object: body['object'] };
      const { id } = world.put({ kind: 'comment', account: account.id, text: said, parent, more });
      return { status: 201, headers: { 'x-restli-id': id }, json: { id } };
    },
    removeComment: ({ world, path }) => {
      found(world, path['comment']).isDeleted = true;
      return { status: 204 };
    },
    statistics: () => ({
      json: {
        elements: [
          {
            totalShareStatistics: {
              impressionCount: 90,
              uniqueImpressionsCount: 70,
              clickCount: 6,
              likeCount: 5,
              commentCount: 3,
              shareCount: 4,
              engagement: 0.2,
            },
          },
        ],
      },
    }),
    network: () => ({ json: { firstDegreeSize: 12 } }),
  },
};
