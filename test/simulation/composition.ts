import { platformRules } from '../../domain/content/platform-rules.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { MediaFile } from '../../domain/platforms/publisher.ts';
import type { PostContent, PostMedia } from '../../domain/posts/values.ts';
import type { MediaFiles } from '../../processes/posts/ports.ts';
import type { Dice } from './dice.ts';
import { commentOf, textOf } from './texts.ts';

const kinds = ['TEXT', 'THREAD', 'IMAGE', 'VIDEO'] as const;
type Kind = (typeof kinds)[number];

const takes = (platform: Platform, kind: Kind): boolean => {
  const { contentTypes, mediaRequired } = platformRules[platform];
  return contentTypes.includes(kind) && (kind !== 'TEXT' || mediaRequired === 'none');
};

const bytes = new Uint8Array(3000).fill(7);

const files: Readonly<Record<'IMAGE' | 'VIDEO', Partial<PostMedia> & Pick<PostMedia, 'contentType'>>> = {
  IMAGE: { contentType: 'image/jpeg' },
  VIDEO: { contentType: 'video/mp4', durationMs: 10_000 },
};

const fileOf = (kind: 'IMAGE' | 'VIDEO', id: string): PostMedia => ({
  id,
  filename: `${id}.${kind === 'IMAGE' ? 'jpg' : 'mp4'}`,
  sizeBytes: bytes.length,
  width: 1080,
  height: 1080,
  publicUrl: `https://media.example.com/${id}`,
  ...files[kind],
});

/** The bytes behind every file of a simulated post. */
export const simulatedMedia: MediaFiles = ({
  id,
  filename,
  contentType,
  sizeBytes,
  publicUrl,
  durationMs,
}): MediaFile => ({
  mediaId: id,
  filename,
  contentType,
  sizeBytes,
  publicUrl,
  width: 1080,
  height: 1080,
  ...(durationMs !== undefined && { durationMs }),
  open: async ({ start = 0, end = bytes.length } = { start: 0, end: bytes.length }) =>
    (async function* () {
      yield bytes.subarray(start, end);
    })(),
});

/** What one post is, whatever its revision: its kind, how long its thread is, whether a comment follows. */
export class Composition {
  readonly kind: Kind;
  readonly items: number;
  readonly #post: number;
  readonly #suffix: string;
  readonly #commentDelay: number | undefined;

  /** Of a kind that at least one of the platforms takes. */
  constructor(post: number, platforms: readonly Platform[], dice: Dice) {
    this.#post = post;
    const possible = kinds.filter((kind) => platforms.some((platform) => takes(platform, kind)));
    this.kind = dice.oneOf(possible);
    this.items = this.kind === 'THREAD' ? dice.between(2, 3) : 1;
    this.#suffix = dice.oneOf(['', ' & <more>', '\n\nand a second line', ' “so to say” ']);
    this.#commentDelay = dice.chance(0.3) ? dice.oneOf([0, 0, 60, 600]) : undefined;
  }

  fits(platform: Platform): boolean {
    return takes(platform, this.kind);
  }

  content(revision: number): PostContent {
    const { kind, items } = this;
    const text = (sequence: number) => textOf(this.#post, revision, sequence, this.#suffix);
    const sequences = Array.from({ length: items }, (_, index) => index + 1);
    return {
      content: text(1),
      contentType: kind,
      media: kind === 'IMAGE' || kind === 'VIDEO' ? [fileOf(kind, `file-${this.#post}-${revision}`)] : [],
      overrides: {},
      threadItems:
        kind === 'THREAD' ? sequences.map((sequence) => ({ sequence, content: text(sequence), media: [] })) : [],
      firstComment: this.#commentDelay === undefined ? null : commentOf(this.#post, revision),
      firstCommentDelay: this.#commentDelay ?? 0,
      personaId: null,
      platformMetadata: {
        TIKTOK: { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE' },
        WHATSAPP: { recipientPhone: '+15551234567' },
      },
      metadata: {},
    };
  }
}
