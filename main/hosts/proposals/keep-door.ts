/** Opens the door while an assistant has a key, and closes it with the last one: without assistants nothing listens. */
import { HELLO } from '../../../shared/ipc/transport.ts'
import type { App } from '../../app.ts'
import type { Log } from '../../ports.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { type DoorServer, openDoor } from './door-server.ts'

/** False while the database is swapped: the greeting after it asks again. */
const hasAssistants = ({ proposals }: Pick<App, 'proposals'>): boolean => {
  try {
    return proposals.hasAssistants()
  } catch {
    return false
  }
}

export const keepDoor = (
  app: Pick<App, 'events' | 'proposals'>,
  dataDir: string,
  log: Log,
): { readonly stop: () => Promise<void> } => {
  const runSerially = createSerialQueue()
  let server: DoorServer | undefined
  let isStopped = false

  const follow = (): Promise<void> =>
    runSerially(async () => {
      const wanted = !isStopped && hasAssistants(app)
      if (wanted === (server !== undefined)) return
      if (!wanted) {
        await server?.close()
        server = undefined
        return
      }
      try {
        server = await openDoor(dataDir, () => app.proposals.door(), log)
      } catch (error) {
        log.error('the door for assistants could not be opened', { error })
      }
    })

  // Begins with a greeting; another one follows when another connection is shown, or another database swapped in.
  const stopListening = app.events.subscribe(({ name }) => {
    if (name === HELLO || name === 'proposals.assistantsChanged') void follow()
  })
  return {
    stop: () => {
      isStopped = true
      stopListening()
      return follow()
    },
  }
}
