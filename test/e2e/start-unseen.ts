/** The desktop without a visible window: a test calls main as the page would. */
import path from 'node:path'
import { APP_ORIGIN } from '../../main/hosts/electron/app-protocol.ts'
import { CALL_CHANNEL } from '../../shared/ipc/channels.ts'
import type { Result } from '../../shared/result.ts'
import { type Stage, type StageOptions, startStage } from '../support/electron-double/stage.ts'
import type { Api } from './fixtures.ts'
import { root } from './host-process.ts'

export const desktopEntry = path.join(root, 'out/main/electron.js')

/** Starts the built desktop on the double and resolves once its document is requested. */
export const startUnseen = async (
  args: readonly string[],
  options: Pick<StageOptions, 'given' | 'env'>,
): Promise<Stage & { readonly call: Api }> => {
  const stage = await startStage({ entry: desktopEntry, args, ...options })
  await stage.shown
  return {
    ...stage,
    call: async <T = unknown>(method: string, input: unknown = {}): Promise<T> => {
      const carried = await stage.sendAs({ origin: APP_ORIGIN, isMain: true }, CALL_CHANNEL, { method, input })
      const result = carried.ok ? (carried.value as Result<T>) : undefined
      if (result?.ok === true) return result.value
      throw new Error(`${method}: ${JSON.stringify(result ?? carried)}`)
    },
  }
}
