import { expect, it } from 'vitest'
import { createListening } from '../../../main/notifications/receiver/listening.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

it('RCV-01 a port that is being opened as the receiver stops is closed again', async () => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const opening = Promise.withResolvers<void>()
  let port: number | undefined
  const listening = createListening({
    server: {
      open: async () => {
        await opening.promise
        port = 4711
        return port
      },
      close: async () => {
        port = undefined
      },
      port: () => port,
    },
    wantedPort: () => 4711,
    savePort: () => undefined,
    registeredUrl: () => '',
    verificationToken: async () => undefined,
    clock,
    scheduler: createScheduler(clock, log),
    log,
    changed: () => undefined,
  })
  const starting = listening.start()
  await settle()
  const stopping = listening.stop()
  await settle()
  opening.resolve()
  await Promise.all([starting, stopping])
  expect(port).toBeUndefined()
  expect(listening.view().state).toBe('stopped')
})
