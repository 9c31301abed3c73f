import { describe, expect, it } from 'vitest'
import { entryLabel, evidenceLabels, scheduledAtMs } from '../../../renderer/outbox/outbox-labels.ts'
import { errorMessage } from '../../../renderer/ui/feedback/error-message.ts'
import { formatDue } from '../../../renderer/ui/format/format-time.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { type AppError, Failure } from '../../../shared/result.ts'

const NOW_MS = 1_700_000_000_000
const online = { isOnHold: false, isOffline: false, platformName: platforms.ebay.name }
const written = { to: 'ida', topic: null, text: 'Yes.', files: [], listingId: null, isCopiedToSender: false }

type Part = Partial<OutboundEntry>
const change = (part: Part): OutboundEntry =>
  ({
    state: 'queued',
    isPaused: false,
    waitsForEarlier: false,
    nextAtMs: NOW_MS + 5_000,
    error: null,
    isDenied: false,
    canSettle: false,
    written: null,
    ...part,
  }) as OutboundEntry
const message = (part: Part): OutboundEntry => change({ written, ...part })
const both = [
  ['message', message],
  ['change', change],
] as const

describe.each(both)('a %s that waits', (_, make) => {
  const label = (part: Part, sending = online) => entryLabel(make(part), NOW_MS, sending)

  it.each(['offline', 'unknown'] as const)(
    'OFF-01 names no address of a platform that could not be reached: %s',
    (kind) => {
      const error: AppError = { kind, message: 'The connection to 127.0.0.1:38657 broke.' }
      expect(label({ error })).toEqual({
        label: 'Waiting',
        tone: 'info',
        detail: 'eBay couldn’t be reached. It is sent as soon as eBay answers.',
      })
    },
  )

  it.each([
    ['consent', /permission/, /real shop.*as soon as you allow it/],
    ['readOnly', /read-only/, /switch that off in Settings/],
    ['disk', /disk/, /once the disk has space/],
  ] as const)('OFF-03 names what stopped it on this computer, not the platform: %s', (blockedBy, name, cause) => {
    const { label: badge, detail } = label({ error: { kind: 'offline', message: 'Nothing was sent.', blockedBy } })
    expect(badge).toMatch(name)
    expect(detail).toMatch(cause)
    expect(`${badge} ${detail}`).not.toMatch(/online|reached|answers|Next try/)
  })

  it('OFF-03 shows the platform’s answer if it was reached', () => {
    const error: AppError = {
      kind: 'service',
      message: 'The platform has a problem of its own. Try again in a few minutes. (2003)',
      status: 500,
      errorId: 2003,
      cause: 'The platform has a problem of its own.',
      whatToDo: 'Try again in a few minutes.',
    }
    const { detail } = label({ error })
    expect(detail).toMatch(/^The platform has a problem of its own\..* Next try in 5 s\.$/)
  })

  it('OFF-01 does not count down while offline, because nothing is sent then', () => {
    const held = { state: 'delayed', nextAtMs: NOW_MS + 8_000 } as const
    expect(label(held).detail).toBe('Sends in 8 s.')
    expect(label(held, { ...online, isOffline: true }).detail).toBe('It is sent as soon as eBay answers.')
  })

  it('OFF-01 does not claim to be sent now, because the platform may be out of reach', () => {
    expect(label({ nextAtMs: NOW_MS })).toMatchObject({
      label: 'Waiting',
      detail: 'It is sent as soon as eBay answers.',
    })
  })

  it('OFF-04 promises no sending while the outbox is on hold', () => {
    const error: AppError = { kind: 'offline', message: 'The connection broke.' }
    for (const part of [
      { error },
      { state: 'waiting', error },
      { waitsForEarlier: true },
      { isPaused: true },
    ] as const) {
      const { label: badge, detail } = label(part, { ...online, isOnHold: true })
      expect(badge).toBe('On hold')
      expect(detail).toMatch(/^Nothing is sent until you .* release/)
    }
  })

  it('OFF-03 says that an earlier one goes first', () => {
    expect(label({ waitsForEarlier: true }).label).toMatch(/^Waiting for an earlier/)
  })

  it('OFF-06 says to resume a paused run, whatever else it waits for', () => {
    expect(label({ isPaused: true, waitsForEarlier: true }).label).toBe('Paused')
  })

  it('MSG-13 never says that the platform does not show what the seller marked', () => {
    const missing = { state: 'notFound', nextAtMs: null } as const
    expect(label(missing).detail).toMatch(/^(It isn’t in the conversation|eBay doesn’t show it)\. It isn’t sent again/)
    expect(label({ ...missing, isDenied: true }).detail).toMatch(/^You marked it as not/)
  })

  it('MSG-13 asks the seller only once readings could not settle it', () => {
    const lost = {
      state: 'unknown',
      error: { kind: 'unknown', message: 'The connection ended.' },
      canSettle: true,
    } as const
    expect(label(lost).detail).toMatch(/^The connection ended\. Stallhand (checks|reads) /)
    expect(label({ ...lost, nextAtMs: null }).detail).toMatch(/The connection ended\. Check .* mark it/)
  })
})

it('MSG-13 a message whose delivery is unknown sends the seller to the conversation, a change to the platform', () => {
  const lost = { state: 'unknown', nextAtMs: null, canSettle: true } as const
  const labels = both.map(([, make]) => entryLabel(make(lost), NOW_MS, online))
  expect(labels.map(({ label }) => label)).toEqual(['Delivery unknown', 'Outcome unknown'])
  expect(labels[0]?.detail).toMatch(/whether this message arrived.*Check the conversation/)
})

it('MSG-20 a time that the seller chose is no undo time', () => {
  const held = (nextAtMs: number) => change({ state: 'delayed', nextAtMs })
  expect(scheduledAtMs(held(NOW_MS + 60_000), NOW_MS)).toBeNull()
  expect(scheduledAtMs(held(NOW_MS + 60_001), NOW_MS)).toBe(NOW_MS + 60_001)
  expect(entryLabel(held(NOW_MS + 3_600_000), NOW_MS, online).label).toBe('Scheduled')
})

it('MSG-13 the evidence says how often the text was there, how much was read, and when', () => {
  const found = { times: 2, isComplete: false, atMs: NOW_MS, isKept: false }
  expect(evidenceLabels({ before: null, after: found }, NOW_MS)).toEqual([
    'The conversation wasn’t checked before sending.',
    expect.stringMatching(/^This text since sending: 2 times in the conversation \(checked .*, in part\)\.$/),
  ])
  expect(
    evidenceLabels({ before: { ...found, times: 0, isComplete: true, isKept: true }, after: null }, NOW_MS)[0],
  ).toMatch(/before sending: not in the conversation \(as saved at [^,]*\)\.$/)
})

describe('the time of the next step', () => {
  it.each([
    [0, 'now'],
    [119_000, 'in 119 s'],
    [120_000, /^at .*\d:\d\d/],
    [38_812_000, /^at .*\d:\d\d/],
  ])('MSG-20 is said in seconds while it is near, then as a clock time: %i ms', (ms, text) => {
    expect(formatDue(NOW_MS + ms, NOW_MS)).toMatch(text)
  })

  it('MSG-20 is a clock time in the message of a rate limit', () => {
    const untilMs = Date.now() + 38_812_000
    const failure = new Failure({ kind: 'rateLimited', message: 'Too many.', retryAfterMs: 38_812_000, untilMs })
    expect(errorMessage(failure)).toMatch(/^Too many\. It accepts requests again at .*\d:\d\d.*\.$/)
    expect(errorMessage(new Failure({ kind: 'offline', message: 'Away.' }))).toBe('Away.')
  })
})
