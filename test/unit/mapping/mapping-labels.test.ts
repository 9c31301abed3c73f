import { describe, expect, it } from 'vitest'
import { checkedText, pollTone } from '../../../renderer/mapping/mapping-labels.ts'

describe('mapping labels', () => {
  it('shows the last check, the next check, and a check in progress', () => {
    const task = { lastPollAtMs: 100_000, nextPollAtMs: 140_000, checking: false }
    expect(checkedText(task, 112_000)).toBe('Checked 12 s ago, next in 28 s')
    expect(checkedText({ ...task, checking: true }, 112_000)).toBe('Checked 12 s ago, checking now')
    expect(checkedText({ ...task, nextPollAtMs: 110_000 }, 112_000)).toBe('Checked 12 s ago, next any moment')
    expect(checkedText({ ...task, nextPollAtMs: null }, 112_000)).toBe('Checked 12 s ago')
  })

  it('gives the check that brought the result the tone of that result', () => {
    const tones = (['completed', 'completedWithError', 'failed'] as const).map((state) => [
      pollTone('processing', { state, paused: false }),
      pollTone('ended', { state, paused: false }),
    ])
    expect(tones).toEqual([
      ['info', 'good'],
      ['info', 'caution'],
      ['info', 'danger'],
    ])
  })
})
