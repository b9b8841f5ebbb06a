import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { Failure, Outcome } from './test-outcome.ts';

/** Vitest's own report leaves out what failed outside a test: hooks, suites, and promises that nothing waited for. */
export function writeOutcome(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const failures = modules.flatMap(failuresOf);
      for (const error of unhandledErrors)
        failures.push({ name: 'outside a test', message: `${error.name ?? 'Error'}: ${error.message}` });
      const tests = modules.flatMap((module) => [...module.children.allTests()]);
      const passed = tests.filter((test) => test.result().state === 'passed').length;
      const outcome: Outcome = { passed, failures, unsteady: modules.flatMap(unsteadyOf) };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(outcome));
    },
  };
}

const nameOf = (module: TestModule) => `${module.relativeModuleId} (${module.project.name})`;

function unsteadyOf(module: TestModule): Failure[] {
  return [...module.children.allTests()]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => ({
      name: `${nameOf(module)} › ${test.fullName}`,
      message: test.result().errors?.[0]?.message ?? '',
    }));
}

function failuresOf(module: TestModule): Failure[] {
  const file = nameOf(module);
  const suites = [...module.children.allSuites()].map(
    (suite) => [`${file} › ${suite.fullName}`, suite.errors()] as const,
  );
  const tests = [...module.children.allTests()]
    .filter((test) => test.result().state === 'failed')
    .map((test) => [`${file} › ${test.fullName}`, test.result().errors ?? [{ message: 'failed' }]] as const);
  return [[file, module.errors()] as const, ...suites, ...tests].flatMap(([name, errors]) =>
    errors.slice(0, 1).map(({ message }) => ({ name, message })),
  );
}
