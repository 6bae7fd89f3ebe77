import { FetchRefused, type FetchFile } from '../../../domain/media/processing.ts';
import { BlockedTarget } from '../../outside/http/guarded-agent.ts';
import { DownloadFailed, type SafeDownload } from '../../outside/http/safe-download.ts';

/** 408, 425, 429 and 5xx are transient; any other status is final. */
const passes = /answered (408|425|429|5\d\d)$/;

const translated = (fault: unknown): unknown => {
  const definite = (fault instanceof DownloadFailed && !passes.test(fault.message)) || fault instanceof BlockedTarget;
  return definite ? new FetchRefused(fault.message, { cause: fault }) : fault;
};

async function* translating(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (fault) {
    throw translated(fault);
  }
}

/** Fetches by the download that reaches public addresses only. */
export const fetchFile =
  (download: SafeDownload): FetchFile =>
  async (url, maxBytes, signal) => {
    try {
      const { contentType, sizeBytes, bytes } = await download(url, maxBytes, signal);
      return { contentType, sizeBytes, bytes: translating(bytes) };
    } catch (fault) {
      throw translated(fault);
    }
  };
