import { expect } from 'chai';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import type { SignInPorts, SignInSteps } from '../../../commands/sign-in/ports.ts';
import { addPasskey } from '../../../commands/sign-in/passkeys.ts';
import { choosePassword, registerPerson } from '../../../commands/sign-in/register-person.ts';
import { isHalfMade, isSetUpOpen, setUpOwner } from '../../../commands/sign-in/set-up.ts';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { signIn } from '../../../domain/sign-in/sign-in.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { adminSteps } from '../../../infra/cli/admin/admin-steps.ts';
import { newApiKey } from '../../../infra/edge/access/api-key.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

const tenMinutes = 10 * 60_000;
const owner = {
  email: 'olga@example.com',
  name: 'Olga',
  password: 'violet-tram-97-pond',
  workspace: { name: 'Acme', slug: 'acme' },
  plan: 'agency' as const,
};
const credential = { credentialId: 'AAAA', publicKey: 'BBBB', counter: 0, transports: [] };

/** `dies`: nothing of the run goes on, as after kill -9. `loses`: the answer of an append is lost, and the run goes on. */
type Fault = 'dies' | 'loses';

const unused = (): never => {
  throw new Error('a way in does not need this');
};

/** A log and the kept hashes, which outlive the nodes that use them. A step is a change of one of them, before and after it. */
const begin = () => {
  const log = new MemoryEventStore();
  const hashes = new Map<string, string>();
  let [left, fault, happened]: [number, Fault, () => void] = [Infinity, 'dies', () => {}];
  const step = async (): Promise<void> => {
    if (left-- !== 0) return;
    happened();
    if (fault === 'dies') await new Promise(() => {});
    else throw new StoreUnavailable('the answer was lost');
  };
  const around = async <T>(change: () => Promise<T>): Promise<T> => {
    await step();
    const answer = await change();
    await step();
    return answer;
  };
  const append = log.append.bind(log);
  log.append = (...given) => around(() => append(...given));
  let challenges = 0;
  const keyOf = (userId: string, secretId: string): string => `${userId}/${secretId}`;
  const ports: SignInPorts = {
    verifyPassword: unused,
    codes: { newSecret: unused, uriOf: unused, stepOf: unused, newRecoveryCode: unused, hashOfRecoveryCode: unused },
    tries: { count: unused, succeeded: unused },
    hashPassword: async (password) => `hash of ${password}`,
    estimatePassword: async () => ({ guessesLog10: 14, isLeaked: false }),
    hashOfAddress: (email) => `h-${email.length}`,
    secrets: {
      put: (userId, id, value) => around(async () => void hashes.set(keyOf(userId, id), value)),
      get: async (userId, id) => hashes.get(keyOf(userId, id)),
      remove: (userId, id) => around(async () => void hashes.delete(keyOf(userId, id))),
    },
    passkeys: {
      creation: unused,
      request: unused,
      claimed: unused,
      readRequest: unused,
      readCreation: async () => ({
        passkey: credential,
        challenge: { id: `c${challenges++}`, ends: new Date(Date.now() + 60_000).toISOString() },
      }),
    },
  };

  let runs = 0;
  /** Another node, at a time before now. */
  const stepsOf = (agoMs = 0): SignInSteps => {
    const run = runs++;
    const steps = adminSteps(new CommandHandler(log));
    return { ...steps, newId: (name = '') => idFrom(Date.now() - agoMs, `${run}/${name}`) };
  };
  /** Carries something out; at step `at` it dies or loses an answer. Says whether it came to that step. */
  const until = async (at: number, kind: Fault, act: () => Promise<unknown>): Promise<boolean> => {
    const reached = new Promise<true>((resolve) => {
      [left, fault, happened] = [at, kind, () => resolve(true)];
    });
    const ended = act().then(
      () => false,
      (error: unknown) => {
        if (error instanceof StoreUnavailable || error instanceof Refused) return true;
        throw error;
      },
    );
    const hasHappened = kind === 'dies' ? await Promise.race([reached, ended]) : await ended;
    left = Infinity;
    return hasHappened;
  };
  const isOpen = async (): Promise<boolean> => {
    const founded = log.log.filter(({ type }) => type === 'WorkspaceCreated');
    for (const { data } of founded)
      if (!(await isHalfMade(stepsOf())((data as { ownerId: string }).ownerId))) return false;
    return isSetUpOpen(stepsOf());
  };
  const stateOf = async (userId: string) => {
    const state = (await stepsOf().load(signIn, userId, { shared: true }))?.state;
    const hasPassword = state?.passwordId !== undefined && hashes.has(keyOf(userId, state.passwordId));
    return { state, hasPassword, canEnter: hasPassword || Object.keys(state?.passkeys ?? {}).length > 0 };
  };
  return { log, hashes, ports, stepsOf, until, isOpen, stateOf };
};

type World = ReturnType<typeof begin>;

/** The people who own a workspace and can enter, with what else they are. */
const owners = async ({ log, stateOf, stepsOf }: World) => {
  const found = [];
  for (const { data } of log.log.filter(({ type }) => type === 'WorkspaceCreated')) {
    const { workspaceId, ownerId } = data as { workspaceId: string; ownerId: string };
    const { state, canEnter } = await stateOf(ownerId);
    const active = (await stepsOf().load(workspace, workspaceId, { shared: true }))?.state?.status === 'active';
    if (canEnter) found.push({ active, isOperator: state?.operator });
  }
  return found;
};

/** Does something at every step at which it can fail; `check` says what must hold afterwards. */
const atEveryStep = async (
  kind: Fault,
  run: (world: World, at: number) => Promise<boolean>,
  check: (world: World, said: string) => Promise<void>,
): Promise<number> => {
  for (let at = 0; ; at += 1) {
    const world = begin();
    const happened = await run(world, at);
    await check(world, `${kind} at step ${at}`);
    if (!happened) return at;
  }
};

for (const kind of ['dies', 'loses'] as const)
  describe(`a way in, where the service ${kind === 'dies' ? 'dies on the way' : 'loses an answer of the log'}`, () => {
    it('of a set-up is whole, or the link opens again for a whole one', async () => {
      for (const way of ['password', 'passkey'] as const) {
        const wayIn =
          way === 'password' ? {} : { password: undefined, passkey: { answer: {}, purpose: 'p', name: 'Key' } };
        const setUp = ({ ports, stepsOf }: World, agoMs: number) =>
          setUpOwner({ ...owner, ...wayIn, key: newApiKey('live') }, ports, stepsOf(agoMs));
        const reached = await atEveryStep(
          kind,
          (world, at) => world.until(at, kind, () => setUp(world, tenMinutes)),
          async (world, said) => {
            if (await world.isOpen()) await setUp(world, 0);
            expect(await world.isOpen(), `${said}: the link`).to.equal(false);
            expect(await owners(world), said).to.deep.equal([{ active: true, isOperator: true }]);
          },
        );
        expect(reached, 'steps').to.be.greaterThan(15);
      }
    });

    it('of a mailed link is the new one and the link is used up, or it is the old one and the link still opens', async () => {
      const linked = async (world: World) => {
        const [steps, userId] = [world.stepsOf(), idFrom(Date.now(), 'olga')];
        await registerPerson({ userId, email: owner.email, name: null }, world.ports, steps);
        await choosePassword({ userId, password: 'old', linkId: null }, world.ports, steps);
        const expiresAt = new Date(Date.now() + tenMinutes).toISOString();
        const issue = { type: 'issue-password-link', userId, linkId: 'l1', expiresAt } as const;
        await steps.handle(signIn, userId, issue, { shared: true, workspaceId: '' });
        return userId;
      };
      for (const way of ['password', 'passkey'] as const) {
        let userId = '';
        const use = ({ ports, stepsOf }: World) =>
          way === 'password'
            ? choosePassword({ userId, password: 'new', linkId: 'l1' }, ports, stepsOf())
            : addPasskey({ userId, answer: {}, purpose: 'p', name: 'Key', linkId: 'l1' }, ports, stepsOf());
        await atEveryStep(
          kind,
          async (world, at) => {
            userId = await linked(world);
            return world.until(at, kind, () => use(world));
          },
          async (world, said) => {
            const { state, canEnter } = await world.stateOf(userId);
            expect(canEnter, said).to.equal(true);
            if (state?.links['l1'] !== undefined) await use(world);
            const after = await world.stateOf(userId);
            const hash = world.hashes.get(`${userId}/${after.state?.passwordId}`);
            expect([hash, Object.keys(after.state?.passkeys ?? {}).length], said).to.deep.equal(
              way === 'password' ? ['hash of new', 0] : [undefined, 1],
            );
            const again = await use(world).catch((error: unknown) => error);
            expect(again, `${said}: the link a second time`).to.be.instanceOf(Refused);
            expect((await world.stateOf(userId)).canEnter).to.equal(true);
          },
        );
      }
    });
  });
