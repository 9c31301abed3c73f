/**
 * Secrets in a file in the data folder, encrypted with a key from the system's key ring: Secret Service on Linux,
 * Keychain on macOS, Credential Manager on Windows.
 *
 * SECURITY (AUT-04): this protects the secrets from anyone who has only the data folder: a backup, a stolen disk, or
 * another user's access. It doesn't protect them from the same user's programs, which can query the ring too. Each
 * secret's name is authenticated, so that an altered file can't pass a secret to another connection.
 */
import { execFile } from 'node:child_process'
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import type { Log, SecretVault } from '../../ports.ts'
import { createEncryptedVault, type SecretCipher } from '../common/encrypted-vault.ts'
import { createMemoryVault } from '../common/memory-vault.ts'
import type { SettingsStore } from '../common/settings.ts'

/** The time to unlock the ring, which is also the longest that a hanging D-Bus delays the start. */
const MAX_WAIT_MS = 10_000
/**
 * Under this name the store keeps the name of the folder's key in the ring. No secret has this name, because theirs
 * begin with `connection/`.
 */
const ACCOUNT = 'keyRingAccount'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Returns the key with this name, creating it if there is none. Rejects if the ring can't be opened. */
export type ReadKey = (account: string) => Promise<Buffer>

/** `program`: the path of the built key-ring-program.ts. */
export const createReadKey =
  (program: string, maxWaitMs = MAX_WAIT_MS): ReadKey =>
  (account) =>
    new Promise((resolve, reject) => {
      const options = { timeout: maxWaitMs, killSignal: 'SIGKILL', encoding: 'utf8', windowsHide: true } as const
      execFile(process.execPath, [program, account], options, (error, stdout) => {
        const key = Buffer.from(stdout, 'base64')
        if (error === null && key.length === KEY_BYTES) resolve(key)
        // SECURITY: `execFile`'s error may contain the program's output, and with it the key.
        else reject(new Error(error?.killed === true ? 'The key ring didn’t answer.' : 'The key ring has no key.'))
      })
    })

const createCipher = (key: Buffer): SecretCipher => ({
  encrypt: async (secret, name) => {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
  },
  decrypt: async (stored, name) => {
    const iv = stored.subarray(0, IV_BYTES)
    const tag = stored.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
    const secret = Buffer.concat([decipher.update(stored.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return { result: secret.toString('utf8'), shouldReEncrypt: false }
  },
})

/**
 * Keeps secrets only for the session if the ring can't be opened, or if `readKey` is null because the ring isn't
 * wanted. Deleting a secret then also removes it from the file, so that it doesn't return when the ring can be opened
 * again.
 */
export const createKeyRingVault = async (
  readKey: ReadKey | null,
  store: SettingsStore,
  log: Log,
): Promise<SecretVault> => {
  const stored = store.get(ACCOUNT)
  const account = typeof stored === 'string' ? stored : randomUUID()
  if (readKey !== null) {
    try {
      const key = await readKey(account)
      if (stored !== account) store.set(ACCOUNT, account)
      return createEncryptedVault(store, createCipher(key), log)
    } catch (error) {
      log.warn('the key ring of this system could not be opened', { error })
    }
  }
  const memory = createMemoryVault()
  return {
    ...memory,
    keeping: readKey === null ? 'unwanted' : 'sessionOnly',
    delete: (name) => {
      store.delete(name)
      return memory.delete(name)
    },
  }
}
