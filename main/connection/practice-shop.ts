/** The practice platform that the app runs itself, and its well-known credentials. */
import { join } from 'node:path'
import { Failure } from '../../shared/result.ts'
import { practiceCredentials } from '../practice/credentials.ts'

export type PracticeShop = { readonly url: string; readonly stop: () => Promise<void> }

/**
 * Starts a practice platform on a free port of the loopback interface; its shop is kept in `dataDir`, each connection's
 * in a file of its own.
 *
 * Rejects with one sentence where the shop's file cannot be read or written.
 */
export const openPracticeShop = async (dataDir: string, id: string): Promise<PracticeShop> => {
  // Loaded when needed: a real shop starts without a server and a GraphQL engine in memory.
  const { startPracticePlatform } = await import('../practice/platform.ts')
  try {
    const { url, stop } = await startPracticePlatform({ stateFile: join(dataDir, `${id}-shop.json`) })
    return { url, stop: () => stop() }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The practice shop could not be opened.'
    throw new Failure({ kind: 'conflict', message }, error)
  }
}

/** By the names that the rooms ask for. Visibly fake, the same everywhere, and no secret. */
export const practiceSecrets: Readonly<Record<string, string>> = practiceCredentials
