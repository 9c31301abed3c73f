/** The arguments of the programs that open the browser, which every user can read on Linux. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runLocal } from '../../../main/hosts/local/run-local.ts'
import { logIn } from '../../support/local-session.ts'

describe.skipIf(process.platform !== 'linux')('the opener of the browser', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-opener-'))
    const opener = path.join(folder, 'xdg-open')
    writeFileSync(opener, `#!/bin/sh\necho "$@" >> ${folder}/opened\n`)
    chmodSync(opener, 0o755)
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
    vi.stubEnv('HOME', folder)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  it('SEC-02 gets no token of a question to the seller', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const host = await runLocal(
      { port: 0, dataDir: path.join(folder, 'data'), connection: undefined, keyRing: false },
      folder,
    )
    try {
      const headers = { ...(await logIn(host.newAddress())), 'content-type': 'application/json' }
      const call = (method: string, input: object) =>
        fetch(`${host.origin}/api/call`, { method: 'POST', headers, body: JSON.stringify({ method, input }) })
      await call('connection.lockWrites', { isReadOnly: true })
      const unlocked = call('connection.lockWrites', { isReadOnly: false })
      const file = path.join(folder, 'opened')
      // The shell creates the file before it writes the line.
      const readLine = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
      await expect.poll(readLine).toMatch(/\n$/)
      const [, address = ''] = /Answer at (\S+)/.exec(printed.mock.calls.flat().join('\n')) ?? []
      const opened = readLine().trim()
      expect(opened).not.toContain(new URL(address).pathname)
      expect(readFileSync(fileURLToPath(opened), 'utf8')).toContain(address)
      await fetch(address, {
        method: 'POST',
        body: 'answer=no',
        headers: { origin: new URL(address).origin, 'content-type': 'application/x-www-form-urlencoded' },
      })
      await unlocked
    } finally {
      await host.stop()
      printed.mockRestore()
    }
  })
})
