/** The system's key ring, tested in a separate session so that the user's own ring is never touched. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = path.join(import.meta.dirname, '../../../main/hosts/local/key-ring-program.ts')
const has = (name: string): boolean => spawnSync('which', [name]).status === 0
const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((name) => !has(name))

let home = ''
beforeAll(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'stallhand-ring-'))
})
afterAll(() => rmSync(home, { recursive: true }))

/** Runs commands in a new session with an unlocked ring, as after a login. `node` runs the program. */
const inSession = async (commands: string): Promise<string> => {
  const script = `printf password | gnome-keyring-daemon --unlock --components=secrets >"$HOME/daemon"; ${commands}`
  const { stdout } = await promisify(execFile)(
    'dbus-run-session',
    ['--', 'sh', '-c', script.replaceAll('KEY', `"${process.execPath}" --no-warnings "${program}"`)],
    { env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home }, timeout: 20_000 },
  )
  return stdout
}

const needed = missing.length === 0 ? '' : ` (skipped: this system has no ${missing.join(' and no ')})`

describe.skipIf(missing.length > 0)(`a Secret Service${needed}`, () => {
  it('AUT-04 returns the same key at each start and after a new login, and another key for another data folder', async () => {
    const first = await inSession('KEY one; echo; KEY one; echo; KEY two')
    const [key = '', again, other] = first.split('\n')
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(again).toBe(key)
    expect(other).not.toBe(key)
    expect(await inSession('KEY one')).toBe(key)
  })
})

describe('without a key ring', () => {
  it.runIf(process.platform === 'linux')('AUT-04 the program fails at once', async () => {
    const env = { PATH: process.env.PATH, HOME: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
    await expect(promisify(execFile)(process.execPath, [program, 'one'], { env })).rejects.toMatchObject({ code: 1 })
  })
})
