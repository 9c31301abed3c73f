/** Secrets in memory, for as long as this process lives: where the system offers no vault of its own. */
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
