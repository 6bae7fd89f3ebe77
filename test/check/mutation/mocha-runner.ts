import type { InstrumenterContext, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner';
import Mocha from 'mocha';

/**
 * Runs specs in a worker of Stryker: loads them once, and runs for each mutant only the tests that reach it.
 * Stryker's own runner of release 9 does not know mocha 12, and release 10 does not run on Node 20.
 */
const context = ((globalThis as { __stryker__?: InstrumenterContext }).__stryker__ ??= {});

/** The results are read from the events of a run; nothing is printed. */
class Silent extends Mocha.reporters.Base {
  override epilogue(): void {}
}

const escaped = (title: string): string => title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

class MochaRunner implements TestRunner {
  readonly #specs: readonly string[];
  readonly #withConstants: boolean;
  #mocha: Mocha | undefined;

  constructor({ specs, withConstants }: Readonly<{ specs: readonly string[]; withConstants: boolean }>) {
    this.#specs = specs;
    this.#withConstants = withConstants;
  }

  /** The specs are loaded before the clock of the first mutant runs: on a busy machine that takes longer than its specs may. */
  async init(): Promise<void> {
    if (!this.#withConstants) await this.#loaded();
  }

  capabilities() {
    // A module is loaded once a process: a mutant of a constant at its top gets a process of its own.
    return { reloadEnvironment: false };
  }

  async dryRun(): Promise<DryRunResult> {
    const result = await this.#run({ bail: false });
    const { mutantCoverage } = context;
    return result.status === DryRunStatus.Complete && mutantCoverage ? { ...result, mutantCoverage } : result;
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit, mutantActivation } = options;
    // The tests of a mutant of a constant are loaded while it is active, and those of others before.
    if (mutantActivation === 'runtime') await this.#loaded();
    Object.assign(context, { activeMutant: activeMutant.id, hitCount: hitLimit && 0, hitLimit });
    const result = await this.#run({ bail: true, ...(testFilter && { titles: testFilter }) });
    return toMutantRunResult(determineHitLimitReached(context.hitCount, hitLimit) ?? result);
  }

  async #loaded(): Promise<Mocha> {
    if (this.#mocha) return this.#mocha;
    // The modules keep the object that they find while they are loaded.
    context.mutantCoverage = { static: {}, perTest: {} };
    // Stryker ends a run that takes too long.
    const mocha = new Mocha({ reporter: Silent, timeout: 0 });
    mocha.cleanReferencesAfterRun(false);
    mocha.suite.beforeEach(function () {
      context.currentTestId = this.currentTest?.fullTitle() ?? '';
    });
    mocha.suite.afterEach(() => delete context.currentTestId);
    for (const file of this.#specs) mocha.addFile(file);
    await mocha.loadFilesAsync();
    return (this.#mocha = mocha);
  }

  async #run({ bail, titles }: { bail: boolean; titles?: readonly string[] }): Promise<DryRunResult> {
    try {
      const mocha = await this.#loaded();
      mocha.bail(bail);
      mocha.grep(new RegExp(titles ? `^(${titles.map(escaped).join('|')})$` : ''));
      const tests: TestResult[] = [];
      await new Promise<void>((resolve) => {
        const runner = mocha.run(() => resolve());
        runner.on('pass', (test) => {
          tests.push({ ...named(test), timeSpentMs: test.duration ?? 0, status: TestStatus.Success });
        });
        runner.on('fail', (test, error: Error) => {
          const failureMessage = error.stack ?? error.message;
          tests.push({ ...named(test), timeSpentMs: 0, status: TestStatus.Failed, failureMessage });
        });
      });
      return { status: DryRunStatus.Complete, tests };
    } catch (error) {
      return { status: DryRunStatus.Error, errorMessage: error instanceof Error ? error.message : String(error) };
    }
  }
}

const named = (test: Mocha.Runnable) => ({ id: test.fullTitle(), name: test.fullTitle() });

const runnerOf = (options: StrykerOptions) =>
  new MochaRunner({ specs: options['specs'] as readonly string[], withConstants: !options.ignoreStatic });
runnerOf.inject = [commonTokens.options] as [typeof commonTokens.options];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'specs', runnerOf)];
