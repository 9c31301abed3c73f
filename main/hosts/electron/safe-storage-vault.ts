/**
 * Secrets in the operating system's vault, by Electron's asynchronous safeStorage.
 *
 * SECURITY: on Linux the `basic_text` backend encrypts with a public key, and `unknown` is no better. Both count as no vault:
 * secrets then stay in memory.
 */
import type { SafeStorage } from 'electron'
import type { Log, SecretVault } from '../../ports.ts'
import { createMemoryVault } from '../common/memory-vault.ts'
import type { SettingsStore } from '../common/settings.ts'

export type SafeStorageApi = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

const isRealVault = async (safeStorage: SafeStorageApi, platform: NodeJS.Platform): Promise<boolean> => {
  if (platform === 'linux') {
    const backend = safeStorage.getSelectedStorageBackend()
    if (backend === 'basic_text' || backend === 'unknown') return false
  }
  return safeStorage.isAsyncEncryptionAvailable()
}

/**
 * Call after the app is ready. `openStore` is called only if there is a vault.
 *
 * A secret that can't be decrypted (another user, a new keyring) counts as missing and has to be entered again.
 */
export const createSafeStorageVault = async (
  safeStorage: SafeStorageApi,
  openStore: () => SettingsStore,
  deps: { readonly platform: NodeJS.Platform; readonly log: Log },
): Promise<SecretVault> => {
  let isReal = false
  try {
    isReal = await isRealVault(safeStorage, deps.platform)
  } catch (error) {
    deps.log.warn('the vault of this system could not be opened', { error })
  }
  if (!isReal) return createMemoryVault()

  const store = openStore()
  const keep = async (key: string, secret: string): Promise<void> =>
    store.set(key, (await safeStorage.encryptStringAsync(secret)).toString('base64'))

  return {
    keeping: 'kept',
    get: async (key) => {
      const kept = store.get(key)
      if (typeof kept !== 'string') return undefined
      let opened: Awaited<ReturnType<SafeStorageApi['decryptStringAsync']>>
      try {
        opened = await safeStorage.decryptStringAsync(Buffer.from(kept, 'base64'))
      } catch (error) {
        deps.log.warn('a secret could not be decrypted and has to be entered again', { error })
        return undefined
      }
      if (opened.shouldReEncrypt) {
        // The secret is valid even if storing it again fails.
        await keep(key, opened.result).catch((error: unknown) =>
          deps.log.warn('a secret could not be encrypted again', { error }),
        )
      }
      return opened.result
    },
    set: keep,
    delete: async (key) => store.delete(key),
  }
}
