/** Secrets in a file in the data folder, each encrypted by the operating system or with a key that it stores. */
import type { Log, SecretVault } from '../../ports.ts'
import type { SettingsStore } from './settings.ts'

/** `name`: the secret's key in the store. Both functions reject on failure. */
export type SecretCipher = {
  readonly encrypt: (secret: string, name: string) => Promise<Buffer>
  readonly decrypt: (
    encrypted: Buffer,
    name: string,
  ) => Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>
}

/** A secret that can't be decrypted (another user, a new key) counts as missing and must be entered again. */
export const createEncryptedVault = (store: SettingsStore, cipher: SecretCipher, log: Log): SecretVault => {
  const encrypt = async (name: string, secret: string): Promise<string> =>
    (await cipher.encrypt(secret, name)).toString('base64')

  return {
    keeping: 'kept',
    get: async (name) => {
      const kept = store.get(name)
      if (typeof kept !== 'string') return undefined
      let opened: Awaited<ReturnType<SecretCipher['decrypt']>>
      try {
        opened = await cipher.decrypt(Buffer.from(kept, 'base64'), name)
      } catch (error) {
        log.warn('a secret could not be decrypted and has to be entered again', { error })
        return undefined
      }
      if (opened.shouldReEncrypt) {
        try {
          const again = await encrypt(name, opened.result)
          // It may have been replaced or deleted in the meantime.
          if (store.get(name) === kept) store.set(name, again)
        } catch (error) {
          // The secret is valid even if storing it again fails.
          log.warn('a secret could not be encrypted again', { error })
        }
      }
      return opened.result
    },
    set: async (name, secret) => store.set(name, await encrypt(name, secret)),
    delete: async (name) => store.delete(name),
  }
}
