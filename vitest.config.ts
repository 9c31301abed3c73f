import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Four projects: what a unit promises, what client and practice platform promise each other, what holds when things break,
 * and the rules of the house. `--mode long` runs the long form of what has one.
 */
export default defineConfig(({ mode }) => ({
  test: {
    // One less than the cores is the default: on two, a minute of soaking would hold up everything else.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], sequence: { shuffle: true }, testTimeout: 20_000 } },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          sequence: { shuffle: true },
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'reliability',
          include: ['test/reliability/**/*.test.ts'],
          env: mode === 'long' ? { STALLHAND_LONG: '1' } : {},
          testTimeout: 60_000,
        },
      },
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'], testTimeout: 30_000 } },
    ],
  },
}))
