import { describe, expect, it } from 'vitest'
import { describeSent } from '../../../renderer/messaging/composer/describe-sent.ts'

const sent = { buyer: 'anna', undoUntilMs: 9_000, isOffline: false }

describe('the toast after sending', () => {
  it('OFF-07 counts down while the message can be taken back', () => {
    expect(describeSent(sent)).toEqual({ text: 'Reply to anna sends in', untilMs: 9_000 })
  })

  it('OFF-01 OFF-07 says offline that it waits, without a countdown', () => {
    expect(describeSent({ ...sent, isOffline: true })).toEqual({
      text: 'Reply to anna waits until you are online',
      untilMs: undefined,
    })
  })

  it('says that a chosen time is kept, online and offline', () => {
    for (const isOffline of [false, true]) {
      expect(describeSent({ ...sent, sendAtMs: 60_000, isOffline }).text).toBe('Reply to anna is scheduled')
    }
  })
})
