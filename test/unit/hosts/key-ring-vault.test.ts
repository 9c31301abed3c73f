/** The local host's vault with a key ring that works, fails, hangs, or lost its key. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKeyRingVault, createReadKey, type ReadKey } from '../../../main/hosts/local/key-ring-vault.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const SECRET = 'my-own-token-of-the-form-0123456789'
const NAME = 'connection/sandbox/verificationToken'

const createStore = () => {
  const kept = new Map<string, unknown>()
  return {
    kept,
    store: {
      get: (name: string) => kept.get(name),
      set: (name: string, value: unknown) => void kept.set(name, value),
      delete: (name: string) => void kept.delete(name),
    },
  }
}
const createRing = () => {
  const keys = new Map<string, Buffer>()
  const readKey: ReadKey = async (account) => {
    const key = keys.get(account) ?? randomBytes(32)
    keys.set(account, key)
    return key
  }
  return { keys, readKey }
}
const locked: ReadKey = () => Promise.reject(new Error('The key ring has no key.'))

const open = (readKey: ReadKey | null, store: ReturnType<typeof createStore>['store']) => {
  const log = createRecordingLog()
  return createKeyRingVault(readKey, store, log).then((vault) => ({ vault, log }))
}

describe('the vault of the local host', () => {
  it('AUT-04 returns a secret after a restart, and writes neither it nor the key', async () => {
    const { store, kept } = createStore()
    const { readKey, keys } = createRing()
    const { vault } = await open(readKey, store)
    expect(vault.keeping).toBe('kept')
    await vault.set(NAME, SECRET)
    expect(await (await open(readKey, store)).vault.get(NAME)).toBe(SECRET)
    const [key] = keys.values()
    const written = JSON.stringify([...kept])
    for (const hidden of [SECRET, Buffer.from(SECRET).toString('base64'), key?.toString('base64') ?? '']) {
      expect(written).not.toContain(hidden)
    }
  })

  it('AUT-04 keeps secrets for the session while the ring is locked, and returns the stored ones once it is unlocked', async () => {
    const { store } = createStore()
    const { readKey } = createRing()
    await (await open(readKey, store)).vault.set(NAME, SECRET)
    const { vault, log } = await open(locked, store)
    expect(vault.keeping).toBe('sessionOnly')
    expect(await vault.get(NAME)).toBeUndefined()
    expect(log.lines.map(({ level }) => level)).toEqual(['warn'])
    await vault.set('connection/sandbox/clientSecret', 'typed')
    expect(await vault.get('connection/sandbox/clientSecret')).toBe('typed')
    expect(await (await open(readKey, store)).vault.get(NAME)).toBe(SECRET)
  })

  it('AUT-04 does not use an unwanted ring, and says so instead of reporting a failure', async () => {
    const { store, kept } = createStore()
    const { vault, log } = await open(null, store)
    await vault.set(NAME, SECRET)
    expect([vault.keeping, await vault.get(NAME), kept.size, log.lines]).toEqual(['unwanted', SECRET, 0, []])
  })

  it('AUT-04 does not restore secrets deleted while the ring was locked', async () => {
    const { store } = createStore()
    const { readKey } = createRing()
    await (await open(readKey, store)).vault.set(NAME, SECRET)
    await (await open(locked, store)).vault.delete(NAME)
    expect(await (await open(readKey, store)).vault.get(NAME)).toBeUndefined()
  })

  it('AUT-04 counts secrets as missing if the ring lost its key, and keeps those that are entered again', async () => {
    const { store } = createStore()
    const { readKey, keys } = createRing()
    await (await open(readKey, store)).vault.set(NAME, SECRET)
    keys.clear()
    const { vault, log } = await open(readKey, store)
    expect(await vault.get(NAME)).toBeUndefined()
    expect(log.lines.map(({ level }) => level)).toEqual(['warn'])
    await vault.set(NAME, SECRET)
    expect(await (await open(readKey, store)).vault.get(NAME)).toBe(SECRET)
  })

  it("SEC-01 does not return a secret under another connection's name", async () => {
    const { store, kept } = createStore()
    const { vault } = await open(createRing().readKey, store)
    await vault.set(NAME, SECRET)
    kept.set('connection/production/verificationToken', kept.get(NAME))
    expect(await vault.get('connection/production/verificationToken')).toBeUndefined()
  })
})

describe('the key', () => {
  const run = (program: string, maxWaitMs = 10_000): Promise<Buffer> => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-key-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'key-ring.js')
    writeFileSync(file, program)
    return createReadKey(file, maxWaitMs)('account')
  }
  const key = 'k'.repeat(43)

  it('is the program’s output', async () => {
    expect(await run(`process.stdout.write('${key}=')`)).toEqual(Buffer.from(key, 'base64'))
  })

  it.each([
    ['that fails', `process.stdout.write('${key}='); process.exitCode = 1`],
    ['that prints something else', `process.stdout.write('no key')`],
    ['that ends without a word', ''],
  ])('is refused from a program %s, without naming what it printed', async (_, program) => {
    await expect(run(program)).rejects.toThrow(/^The key ring has no key\.$/)
  })

  it('is not waited for beyond the limit if the ring hangs', async () => {
    await expect(run('for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', 100)).rejects.toThrow(
      'didn’t answer',
    )
  })
})
