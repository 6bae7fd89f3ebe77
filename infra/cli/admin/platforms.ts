import { Agent } from 'undici';
import { configFrom } from '../../composition/config.ts';
import { withSecretFiles } from '../../composition/secret-files.ts';
import { fetchBy } from '../../outside/http/agent-fetch.ts';
import { platformAdapters } from '../../outside/platforms/all.ts';
import { checkable, checkRegistration, type RegistrationCheck } from '../../outside/platforms/check-registration.ts';
import { realHosts } from '../../outside/platforms/hosts.ts';
import { platformHttp } from '../../outside/platforms/http.ts';
import { Refusal, table, UsageError } from '../operator.ts';
import type { Said } from './admin.ts';

const meaning: Readonly<Record<RegistrationCheck['result'], string>> = {
  accepted: 'the credentials are right',
  refused: 'the platform refuses the application: compare id and secret',
  unclear: 'its answer does not say: read it',
  'no answer': 'no usable answer: try again',
};

/** `platforms check [PLATFORM]`: asks each platform whether it knows the application. It needs no stores. */
export const checkPlatforms = async (
  named: string | undefined,
  redirect: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Said> => {
  const { platformApps: apps, platformAddresses, publicUrl } = configFrom(withSecretFiles(env));
  const wanted = named?.toUpperCase();
  const registrations = checkable(apps).filter((name) => wanted === undefined || name.startsWith(wanted));
  if (registrations.length === 0)
    throw new Refusal(
      wanted === undefined
        ? 'No registration is configured: set <PLATFORM>_CLIENT_ID and <PLATFORM>_CLIENT_SECRET'
        : `${wanted}_CLIENT_ID is not set, or ${wanted} has no registration that can be checked`,
    );
  if (redirect !== undefined && !URL.canParse(redirect)) throw new UsageError('--redirect: must be an address');
  const agent = new Agent({ connect: { timeout: 10_000 } });
  const http = platformHttp({ fetch: fetchBy(agent), timeoutMs: 15_000 });
  const adapters = platformAdapters({ http, hosts: realHosts(platformAddresses), apps });
  const redirectUri = redirect ?? `${publicUrl}/console`;
  try {
    const checks = await Promise.all(
      registrations.map((registration) => checkRegistration(registration, { adapters, apps, redirectUri })),
    );
    if (checks.some(({ result }) => result === 'refused')) process.exitCode = 1;
    return {
      text: table(
        ['registration', 'result', 'meaning', 'answer of the platform'],
        checks.map(({ registration, result, answer }) => [registration, result, meaning[result], answer]),
      ),
      data: checks,
    };
  } finally {
    await agent.close();
  }
};
