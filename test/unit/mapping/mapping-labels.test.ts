import { describe, expect, it } from 'vitest'
import { aspectsDifference, checkedText, pollTone, tookText } from '../../../renderer/mapping/mapping-labels.ts'

describe('how the mapping room speaks', () => {
  it.each([
    [[], {}, 'None'],
    [[], { Brand: ['Acme'] }, '1 specific'],
    [[{ name: 'Brand', values: ['Acme'] }], { Brand: ['Acme'] }, '1 specific: 1 the same'],
    [
      [
        { name: 'Brand', values: ['Acme'] },
        { name: 'Colour', values: ['Blue'] },
        { name: 'Size', values: ['L'] },
      ],
      { Brand: ['Acme'], Colour: ['Red'], Fit: ['Loose'] },
      '3 specifics: 1 new, 1 with other values, 1 the same; the item keeps 1 other',
    ],
    // A name that every object has is none that the preview has.
    [[{ name: 'constructor', values: ['x'] }], { Brand: ['Acme'] }, '1 specific: 1 new; the item keeps 1 other'],
  ])('of %j beside %j it says %s', (now, would, words) => {
    expect(aspectsDifference(now, would as Readonly<Record<string, readonly string[]>>)).toBe(words)
  })

  it('says when a task was checked, when it will be, and that it is being checked', () => {
    const task = { lastPollAtMs: 100_000, nextPollAtMs: 140_000, checking: false }
    expect(checkedText(task, 112_000)).toBe('Checked 12 s ago, next in 28 s')
    expect(checkedText({ ...task, checking: true }, 112_000)).toBe('Checked 12 s ago, checking now')
    expect(checkedText({ ...task, nextPollAtMs: 110_000 }, 112_000)).toBe('Checked 12 s ago, next any moment')
    expect(checkedText({ ...task, nextPollAtMs: null }, 112_000)).toBe('Checked 12 s ago')
  })

  it('gives the check that brought the result the tone of what came of it', () => {
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

  it('does not call a moment no time', () => {
    expect([tookText(3), tookText(999), tookText(1_000), tookText(90_000)]).toEqual([
      'under 1 s',
      'under 1 s',
      '1 s',
      '2 min',
    ])
  })
})
