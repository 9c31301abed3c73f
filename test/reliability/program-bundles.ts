/** Bundles the child programs once for all tests, which halves their start time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with vitest's own.
  interface ProvidedContext {
    readonly programFolder: string
  }
}

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

let folder = ''

export const setup = async ({ provide }: TestProject): Promise<void> => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-programs-'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      rolldownOptions: {
        input: {
          app: source('kill/app-child.ts'),
          hostChange: source('kill/host-change-child.ts'),
          outbox: source('messaging/outbox-child.ts'),
          receiver: source('notifications/receiver-program.ts'),
        },
      },
    },
  })
  provide('programFolder', folder)
}

export const teardown = (): void => rmSync(folder, { recursive: true, force: true })
