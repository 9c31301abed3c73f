/** Secrets in memory, for systems without a vault. */
import type { SecretVault } from '../../ports.ts'

export const createMemoryVault = (): SecretVault => {
  const secrets = new Map<string, string>()
  return {
    keeping: 'sessionOnly',
    get: async (key) => secrets.get(key),
    set: async (key, secret) => void secrets.set(key, secret),
    delete: async (key) => void secrets.delete(key),
  }
}
