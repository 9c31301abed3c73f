/** The standard input of the desktop's program, which Electron takes away on Windows (SEC-19). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'

const file = new URL('../../../main/hosts/electron/standard-input.ts', import.meta.url).href

/** As Electron's own start does on Windows. */
const WITHOUT_STDIN = `
  const { Readable } = await import('node:stream')
  const stdin = new Readable()
  stdin.push(null)
  Object.defineProperty(process, 'stdin', { get: () => stdin })
`

const startEcho = (platform: string, before = '') =>
  spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `${before}; const { openStandardInput } = await import(${JSON.stringify(file)})
     openStandardInput(${JSON.stringify(platform)}).on('end', () => process.exit(0)).on('data', (some) => process.stdout.write(some))`,
  ])

describe('what an assistant’s program writes', () => {
  for (const [platform, before] of [
    ['win32', WITHOUT_STDIN],
    ['linux', ''],
    ['darwin', ''],
  ] as const) {
    it(`SEC-19 arrives while it goes on, and its end is seen: ${platform}`, async () => {
      const child = startEcho(platform, before)
      for (const line of ['one\n', 'two\n']) {
        child.stdin.write(line)
        const [some] = await once(child.stdout, 'data')
        expect(String(some)).toBe(line)
      }
      child.stdin.end()
      expect(await once(child, 'exit')).toEqual([0, null])
    })
  }
})
