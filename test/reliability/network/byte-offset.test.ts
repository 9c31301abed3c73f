/**
 * Cuts or resets the connection at every byte of a request and of an answer, for one call of each kind. The outcome is right
 * every time (docs/architecture.md): never "not carried out" if the platform acted, never "carried out" if it did not.
 *
 * The long form tests every byte; the short one tests some, and those around the end of the headers.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { createMessageClient } from '../../../main/messaging/platform/message-client.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { type NetworkConditions, openBadNetworkProxy } from '../../support/bad-network-proxy.ts'
import { type Cut, openCuttingProxy } from '../../support/cutting-proxy.ts'
import { isLong } from '../long.ts'
import { type Call, calls, type Guard, openCallRig } from './calls.ts'

/** Fewer than the 250 item changes that a platform allows per day. */
const CALLS_PER_RIG = 200
const RIGS_AT_ONCE = 3
/** Bytes tested per side of a call in the short form, besides those around the end of the headers. */
const BYTES_IN_SHORT = 12

const rigs: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(rigs.map((rig) => rig.close()))
})

const openCutRig = async (guard: Guard) => {
  const rig = await openCallRig(openCuttingProxy, guard)
  rigs.push(rig)
  return rig
}

const formatName = (index: number): string => `cut-${String(index).padStart(5, '0')}`

/** Returns every byte in the long form; in the short one some, evenly spread, and those next to `edge`. */
const chooseBytes = (length: number, edge: number): readonly number[] => {
  const all = Array.from({ length }, (_, at) => at)
  if (isLong) return all
  const step = length / BYTES_IN_SHORT
  const some = Array.from({ length: BYTES_IN_SHORT }, (_, turn) => Math.floor(turn * step))
  return all.filter((at) => some.includes(at) || Math.abs(at - edge) <= 1 || at === length - 1)
}

/** Cuts a call at every byte of both sides and returns every wrong outcome. */
const faultsOf = async (call: Call, isReset: boolean, guard: Guard = 'kept') => {
  const first = await openCutRig(guard)
  const place = await call.prepare(first)
  const whole = await first.make(() => call.make(first, place, formatName(99_999)))
  expect(whole).toMatchObject({ outcome: 'carriedOut', bodyCut: false })
  const { request, answer } = first.proxy.passed()
  const headLength = answer.indexOf('\r\n\r\n') + 4
  const cuts: readonly Exclude<Cut, undefined>[] = [
    ...chooseBytes(request, 0).map((at) => ({ side: 'request' as const, at, isReset })),
    ...chooseBytes(answer.length, headLength).map((at) => ({ side: 'answer' as const, at, isReset })),
  ]
  const left = cuts.map((cut, index) => ({ cut, name: formatName(index) }))
  const faults: string[] = []

  const runRig = async (): Promise<void> => {
    const rig = await openCutRig(guard)
    const where = await call.prepare(rig)
    let trace = await call.trace?.(rig, where)
    for (const { cut, name } of left.splice(0, CALLS_PER_RIG)) {
      rig.proxy.setCut(cut)
      const { outcome, bodyCut, result } = await rig.make(() => call.make(rig, where, name))
      const reported = `${cut.side} ${isReset ? 'reset' : 'cut'} at ${cut.at}: ${outcome}`
      const now = await call.trace?.(rig, where)
      const wasDone = now !== trace
      trace = now
      // Shows that the cuts work: the platform acts on a whole request and not on part of one.
      if (call.trace !== null && wasDone !== (cut.side === 'answer'))
        faults.push(`${reported}, the platform ${wasDone}`)
      if (wasDone && outcome !== 'carriedOut' && outcome !== 'unknown')
        faults.push(`${reported}, and the platform did it`)
      if (call.trace !== null && !wasDone && outcome === 'carriedOut') faults.push(`${reported}, and it wasn’t done`)
      // Once a byte may have left, the outcome is unknown until the status arrives.
      const isKnown = cut.side === 'answer' && cut.at >= headLength
      if (outcome !== (isKnown ? 'carriedOut' : 'unknown') || bodyCut !== isKnown)
        faults.push(`${reported}, ${bodyCut}`)
      const message = isKnown ? call.whenBodyCut : call.whenBroken
      if (!message.test(JSON.stringify(result) ?? '')) faults.push(`${reported}, reported as ${JSON.stringify(result)}`)
    }
  }
  await Promise.all(
    Array.from({ length: RIGS_AT_ONCE }, async () => {
      while (left.length > 0) await runRig()
    }),
  )
  return { faults, cuts: cuts.length }
}

describe('one call of each kind', () => {
  for (const [name, call] of Object.entries(calls)) {
    for (const [how, isReset] of [
      ['cut', false],
      ['reset', true],
    ] as const) {
      it(`MSG-13 ${name} ${how} at any byte in either direction: the outcome is right, or unknown where it can't be known`, {
        timeout: isLong ? 1_800_000 : 60_000,
      }, async () => {
        const { faults, cuts } = await faultsOf(call, isReset)
        expect(faults).toEqual([])
        expect(cuts).toBeGreaterThan(isLong ? 300 : 2 * BYTES_IN_SHORT)
      })
    }

    it(`${name} completes over a connection that is slow, throttled or limited to three bytes at a time`, async () => {
      const rig = await openCallRig(openBadNetworkProxy)
      rigs.push(rig)
      const place = await call.prepare(rig)
      const allConditions: readonly NetworkConditions[] = [
        { delayMs: 60 },
        { sliceBytes: 200, delayMs: 2 },
        { sliceBytes: 3 },
      ]
      for (const [index, conditions] of allConditions.entries()) {
        rig.proxy.set(conditions)
        const end = await rig.make(() => call.make(rig, place, formatName(index)))
        expect(end, JSON.stringify(conditions)).toMatchObject({ outcome: 'carriedOut', bodyCut: false })
        expect(JSON.stringify(end.result), JSON.stringify(conditions)).toMatch(call.whenWhole)
      }
    })
  }

  it('null control: a client that takes a broken connection for "not carried out" is detected', async () => {
    const send = calls['sendMessage (REST, a write)']
    if (send === undefined) throw new Error('no such call')
    const { faults } = await faultsOf(send, false, 'without')
    expect(faults.filter((fault) => fault.includes('and the platform did it'))).not.toEqual([])
  })

  it('MSG-13 a refused connection means "not carried out", and says so', async () => {
    const closed = await openCuttingProxy(1)
    await closed.close()
    const profile = completeProfile({ kind: 'practice', name: 'Practice shop' }, closed.url)
    const wire = createUndiciSend({ origins: [closed.url] })
    const messages = createMessageClient({ profile, send: wire.send })
    const end = await messages.sendMessage({ conversationId: 'c1' }, { ...emptyContent, messageText: 'refused' })
    expect(end).toMatchObject({ outcome: 'notReached', error: { kind: 'offline' } })
    await wire.close()
  })
})
