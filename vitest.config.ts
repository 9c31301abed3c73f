/** The projects of the tests. */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests in any order, files the slowest first, so that none runs alone at the end. */
const sequence = { shuffle: { tests: true, files: false } }

/** Of every project. Limits cost time only in a test that fails, so they leave room for a busy machine. */
const common = {
  setupFiles: ['test/support/property-seeds.ts'],
  testTimeout: 300_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 5 } },
}

/** Tests that replace a module of Node or measure their process, each in a process of its own; the others share one, which halves their time. */
const alone = [
  'test/unit/http/picture-hosts.test.ts',
  'test/contract/ipc/opener-arguments.test.ts',
  'test/reliability/input/bad-imports.test.ts',
  'test/reliability/input/bad-input.test.ts',
  'test/reliability/soak/soak.test.ts',
]

/** Holds answer times to a limit, so in its long form nothing else runs beside it. */
const timed = ['test/reliability/notifications/steady-load.test.ts']

/** Tests of units and of the contract that have a long form, which `--mode long` runs with the reliability tests. */
export const withLongForm = [
  'test/contract/listing/groups.test.ts',
  'test/contract/listing/item-deletion.test.ts',
  'test/contract/listing/takeover.test.ts',
  'test/unit/messaging/outbox/many-sends.test.ts',
  'test/unit/messaging/sync/sparing.test.ts',
  'test/unit/messaging/text-only-histories.test.ts',
]

/**
 * Units; the contract between clients and practice platform; what holds when things break; the layers.
 *
 * `--mode long` runs the long form of tests that have one. It and `--mode fresh` try new cases in property tests.
 */
export default defineConfig(({ mode }) => {
  const env = {
    ...(mode === 'long' ? { STALLHAND_LONG: '1' } : {}),
    ...(mode === 'long' || mode === 'fresh' ? { STALLHAND_FRESH: '1' } : {}),
  }
  return {
    test: {
      // vitest's default is one less than the cores. Many tests wait for a process or a clock, so one more keeps them at work.
      maxWorkers: availableParallelism() + 1,
      projects: [
        ...['unit', 'contract'].map((name) => ({
          test: {
            ...common,
            name,
            include: [`test/${name}/**/*.test.ts`],
            exclude: alone,
            env,
            isolate: false,
            sequence,
          },
        })),
        {
          test: {
            ...common,
            name: 'reliability',
            include: ['test/reliability/**/*.test.ts', ...(mode === 'long' ? withLongForm : [])],
            exclude: [...alone, ...timed],
            globalSetup: ['test/reliability/program-bundles.ts'],
            env,
            isolate: false,
          },
        },
        {
          test: {
            ...common,
            name: 'timed',
            include: timed,
            globalSetup: ['test/reliability/program-bundles.ts'],
            env,
            sequence: { groupOrder: mode === 'long' ? 1 : 0 },
          },
        },
        { test: { ...common, name: 'alone', include: alone, env } },
        { test: { ...common, name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      ],
    },
  }
})
