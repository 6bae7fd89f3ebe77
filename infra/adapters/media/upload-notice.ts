import type { Mode } from '../../../domain/kernel/mode.ts';
import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { uploadOf } from '../../../domain/media/media-keys.ts';
import { media } from '../../../domain/media/media.ts';
import type { ObjectStorage } from '../../../domain/media/object-storage.ts';
import { mediaProcess, receiveStep } from '../../../processes/media/media-process.ts';

type Ports = Readonly<{
  commands: CommandHandler;
  storage: Pick<ObjectStorage, 'head' | 'delete'>;
  now(mode: Mode): Date;
}>;

/**
 * Reports to the media's stream immediately that its bytes have arrived, where the storage can
 * notify. The process sends the same command when it checks by itself, so both together are one.
 */
export const uploadNotice =
  ({ commands, storage, now }: Ports) =>
  async (key: string): Promise<void> => {
    const upload = uploadOf(key);
    const stored = upload && (await storage.head(key));
    if (!upload || !stored) return;
    const { workspaceId, mediaId } = upload;
    const mode = (await commands.load(media, mediaId, workspaceId))?.events[0]?.meta.mode;
    if (mode === undefined) return;
    const commandId = commandIdFor(mediaProcess.name, mediaId, receiveStep);
    const actor = { kind: 'process', id: mediaProcess.name } as const;
    const meta = { workspaceId, mode, actor, $correlationId: commandId, occurredAt: now(mode).toISOString() };
    const { contentType, sizeBytes } = stored;
    const command = { type: 'receive-bytes', contentType, sizeBytes } as const;
    const { state } = await commands.handle(media, mediaId, command, { commandId, meta });
    // Bytes that arrive at an address after its file was finished belong to no media.
    if (state?.status !== 'PROCESSING' || state.isDeleted) await storage.delete(key);
  };
