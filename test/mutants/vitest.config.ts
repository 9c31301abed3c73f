/**
 * One project over the tests that a run over mutants names. Each file runs on its own: without that, Stryker's setup runs in the
 * first file only, and what the others cover counts as not covered.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: (process.env.MUTANT_TESTS ?? '').split(','),
    setupFiles: ['test/support/property-seeds.ts'],
    testTimeout: 60_000,
  },
})
