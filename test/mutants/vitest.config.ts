/** One project over the tests that a run over mutants names, in a process of its own. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: (process.env.MUTANT_TESTS ?? '').split(','), isolate: false, testTimeout: 60_000 },
})
