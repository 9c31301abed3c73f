/**
 * Secrets in the operating system's vault, through Electron's asynchronous safeStorage
 * (https://www.electronjs.org/docs/latest/api/safe-storage).
 *
 * SECURITY: on Linux, the `basic_text` backend encrypts with a publicly known key, and `unknown` is no better. Both
 * count as no vault, so secrets stay in memory.
 */
import type { SafeStorage } from 'electron'
import type { Log, SecretVault } from '../../ports.ts'
import { createEncryptedVault } from '../common/encrypted-vault.ts'
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

/** Call after the app is ready. `openStore` is called only if there is a vault. */
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
  const cipher = {
    encrypt: (secret: string) => safeStorage.encryptStringAsync(secret),
    decrypt: (encrypted: Buffer) => safeStorage.decryptStringAsync(encrypted),
  }
  return createEncryptedVault(openStore(), cipher, deps.log)
}
