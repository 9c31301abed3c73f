import { describe, expect, it, vi } from 'vitest'
import { createPreferences } from '../../../main/notifications/preferences.ts'
import { createNotificationStore, notificationsSchema } from '../../../main/notifications/store.ts'
import type { NotificationPreferences, TradingClient } from '../../../main/notifications/trading-client.ts'
import { completeProfile, practiceProfileFile } from '../../../shared/connection/profile.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const said: NotificationPreferences = {
  applicationUrl: 'https://seller.example/receive',
  applicationEnable: 'Enable',
  events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }],
}
const away = new Failure({ kind: 'offline', message: 'Practice shop cannot be reached.' })

const createRig = () => {
  const store = createNotificationStore(openTestDatabase(notificationsSchema))
  const clock = createFakeClock()
  const platform = { isAway: false }
  const trading: Pick<TradingClient, 'getNotificationPreferences'> = {
    getNotificationPreferences: async () => {
      // An answer is never there in the same turn.
      await new Promise((resolve) => setImmediate(resolve))
      if (platform.isAway) throw away
      return said
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
  it('SOAP-03 are there after a start without a connection, with their age, and say why they are old', async () => {
    const { clock, platform, start } = createRig()
    const first = await start().handlers.preferences({})
    expect(first.current?.applicationUrl).toBe(said.applicationUrl)
    const readAtMs = clock.nowMs()
    platform.isAway = true
    await clock.advance(3_600_000)
    const later = start()
    expect(await later.handlers.preferences({})).toMatchObject({
      asOfMs: readAtMs,
      current: { applicationUrl: said.applicationUrl, events: said.events },
      offered: ['ItemSold'],
    })
    await vi.waitFor(async () =>
      expect(await later.handlers.preferences({})).toMatchObject({ asOfMs: readAtMs, problem: away.message }),
    )
  })

  it('that were never read say why not, at the next start too', async () => {
    const { platform, start } = createRig()
    platform.isAway = true
    const unread = { asOfMs: null, current: null, problem: away.message }
    expect(await start().handlers.preferences({})).toMatchObject(unread)
    expect(await start().handlers.preferences({})).toMatchObject(unread)
  })
})
