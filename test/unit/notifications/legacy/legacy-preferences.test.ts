import { describe, expect, it } from 'vitest'
import { createPreferences } from '../../../../main/notifications/legacy/legacy-preferences.ts'
import type { NotificationPreferences, TradingClient } from '../../../../main/notifications/legacy/trading-client.ts'
import { createNotificationStore } from '../../../../main/notifications/store.ts'
import { completeProfile, practiceProfileFile } from '../../../../shared/connection/profile.ts'
import { Failure } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { noErasedPersons } from '../../../support/no-erased-persons.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { openTestDatabase } from '../../../support/test-database.ts'
import { waitFor } from '../../../support/wait-for.ts'

const current: NotificationPreferences = {
  applicationUrl: 'https://seller.example/receive',
  applicationEnable: 'Enable',
  events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }],
}
const away = new Failure({ kind: 'offline', message: 'Practice shop can’t be reached.' })

const createRig = () => {
  const store = createNotificationStore(openTestDatabase(), noErasedPersons)
  const clock = createFakeClock()
  const platform = { isAway: false, settings: current, answers: undefined as Promise<void> | undefined }
  const trading: Pick<TradingClient, 'getNotificationPreferences' | 'setNotificationPreferences'> = {
    getNotificationPreferences: async () => {
      const { settings, answers } = platform
      await (answers ?? new Promise((resolve) => setImmediate(resolve)))
      if (platform.isAway) throw away
      return settings
    },
    setNotificationPreferences: async ({ applicationUrl }) => {
      platform.settings = { ...current, applicationUrl }
      return { warnings: [] }
    },
  }
  const start = () =>
    createPreferences({
      profile: completeProfile(practiceProfileFile, 'http://127.0.0.1:4000'),
      store,
      trading: trading as TradingClient,
      clock,
      log: createRecordingLog(),
      emit: () => undefined,
    })
  return { clock, platform, start }
}

describe('the legacy preferences', () => {
  it('SOAP-03 show their age after an offline start, and why they are old', async () => {
    const { clock, platform, start } = createRig()
    const first = await start().handlers.preferences({})
    expect(first.current?.applicationUrl).toBe(current.applicationUrl)
    const readAtMs = clock.nowMs()
    platform.isAway = true
    await clock.advance(3_600_000)
    const later = start()
    expect(await later.handlers.preferences({})).toMatchObject({
      asOfMs: readAtMs,
      current: { applicationUrl: current.applicationUrl, events: current.events },
      offered: ['ItemSold'],
    })
    await waitFor(async () =>
      expect(await later.handlers.preferences({})).toMatchObject({ asOfMs: readAtMs, problem: away.message }),
    )
  })

  it('report why they were never read, even after a restart', async () => {
    const { platform, start } = createRig()
    platform.isAway = true
    const unread = { asOfMs: null, current: null, problem: away.message }
    expect(await start().handlers.preferences({})).toMatchObject(unread)
    expect(await start().handlers.preferences({})).toMatchObject(unread)
  })

  it('SOAP-03 requested before a change never undo it', async () => {
    const { platform, start } = createRig()
    const late = Promise.withResolvers<void>()
    const { handlers } = start()
    await handlers.preferences({})
    platform.answers = late.promise
    const reading = handlers.readPreferences({})
    platform.answers = undefined
    const changing = handlers.setPreferences({ applicationUrl: 'https://seller.example/new', events: [] })
    await changing
    late.resolve()
    await reading
    expect((await handlers.preferences({})).current?.applicationUrl).toBe('https://seller.example/new')
  })
})
