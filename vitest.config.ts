import { defineConfig } from 'vitest/config'

/** Three projects: what a unit promises, what client and practice platform promise each other, and the rules of the house. */
export default defineConfig({
  test: {
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
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'], testTimeout: 30_000 } },
    ],
  },
})
