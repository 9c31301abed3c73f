import { describe, expect, it } from 'vitest'
import { createSnoozes } from '../../../../main/messaging/conversations/snoozes.ts'
import { createScheduler } from '../../../../main/scheduler.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { firstPage, openStore, record } from '../conversation-records.ts'

const open = () => {
  const clock = createFakeClock()
  const { store } = openStore()
  store.savePage('FROM_MEMBERS', [record({ conversationId: 'c1' }), record({ conversationId: 'c2' })], new Set(), 1)
  let changes = 0
  const startSnoozes = () =>
    createSnoozes({
      conversations: store,
      scheduler: createScheduler(clock, createRecordingLog()),
      clock,
      onChange: () => {
        changes += 1
      },
    })
  const inbox = () => store.page(firstPage).rows.map(({ conversationId }) => conversationId)
  return { clock, inbox, startSnoozes, changes: () => changes }
}

describe('snoozes', () => {
  it('return a conversation at its time and announce it', async () => {
    const { clock, inbox, startSnoozes, changes } = open()
    startSnoozes().snooze(['c1'], clock.nowMs() + 60_000)
    expect(inbox()).toEqual(['c2'])
    const before = changes()
    await clock.advance(60_000)
    expect(inbox()).toContain('c1')
    expect(changes()).toBe(before + 1)
  })

  it('end at the start if they became due while the app was closed', async () => {
    const { clock, inbox, startSnoozes } = open()
    startSnoozes().snooze(['c1'], clock.nowMs() + 1_000)
    clock.jump(5_000)
    expect(inbox()).not.toContain('c1')
    startSnoozes().start()
    expect(inbox()).toContain('c1')
  })

  it('end at their time if they were not due at the start', async () => {
    const { clock, inbox, startSnoozes } = open()
    startSnoozes().snooze(['c1'], clock.nowMs() + 10_000)
    startSnoozes().start()
    await clock.advance(10_000)
    expect(inbox()).toContain('c1')
  })

  it('are refused for a past time', () => {
    const { clock, inbox, startSnoozes } = open()
    expect(() => startSnoozes().snooze(['c1'], clock.nowMs())).toThrow('in the future')
    expect(inbox()).toContain('c1')
  })
})
