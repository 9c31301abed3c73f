import { describe, expect, it } from 'vitest'
import { createExchange } from '../../../main/http/exchange.ts'
import { createPauses } from '../../../main/http/pauses.ts'
import { createRefusedSignIns } from '../../../main/http/refused-sign-ins.ts'
import { TransportFailure } from '../../../main/http/request.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { createTestLedger } from '../../support/test-ledger.ts'
import { answer, openSender, request, type Step, scripted, sendMessage } from './fake-send.ts'

const setUp = (...steps: readonly Step[]) => setUpSaving(() => undefined, ...steps)

/** `save` stores the counted calls. */
const setUpSaving = (save: () => void, ...steps: readonly Step[]) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const { send: wire, asked } = scripted(...steps)
  let token = 1
  const ledger = createTestLedger(clock, undefined, save)
  const { send, online } = openSender(createExchange({ wire, clock, log, ledger }), {
    ledger,
    refused: createRefusedSignIns(clock),
    clock,
    random: () => 0,
    probe: (probeSend) => probeSend(request({ operation: 'probe' })),
    pauses: createPauses({ clock, limits: { read: 1, write: 1 } }),
    tokens: {
      current: async () => `token-${token}`,
      renew: async () => {
        token += 1
        return `token-${token}`
      },
    },
  })
  return { clock, log, asked, send, online }
}

describe('the way to the platform', () => {
  it('logs each exchange, including token renewals and repeats', async () => {
    const { clock, log, send } = setUp(answer(401), answer(503), answer(200))
    const response = send(request())
    await clock.advance(5_000)
    expect((await response).status).toBe(200)
    expect(log.lines.map(({ fields }) => fields?.status)).toEqual([401, 503, 200])
  })

  it('MSG-12 passes on the answer to a call that the disk refuses to count', async () => {
    const full = (): never => {
      throw new Failure({ kind: 'storage', message: 'The disk is full.' })
    }
    const { clock, send } = setUpSaving(full, answer(200))
    await clock.advance(60_000)
    expect((await send(sendMessage())).status).toBe(200)
  })

  it('frees its place in the lane while it waits to be repeated', async () => {
    const { clock, asked, send } = setUp(answer(503), answer(200))
    const first = send(request({ operation: 'first' }))
    await settle()
    await send(request({ operation: 'second' }))
    expect(asked.map(({ operation }) => operation)).toEqual(['first', 'second'])
    await clock.advance(5_000)
    await first
    expect(asked.map(({ operation }) => operation)).toEqual(['first', 'second', 'first'])
  })

  it('does not report "offline" for a failure that a repeat resolves', async () => {
    const { clock, send, online } = setUp(new TransportFailure('unknown', 'broke'), answer(200))
    const states: boolean[] = []
    online.onChange((isOnline) => states.push(isOnline))
    const response = send(request())
    await clock.advance(5_000)
    await response
    expect(states).toEqual([true])
  })

  it('is offline after a send without an answer, repeats only the probe, and comes back online', async () => {
    const broke = new TransportFailure('unknown', 'broke')
    const { clock, asked, send, online } = setUp(broke, broke, answer(200))
    await expect(send(sendMessage())).rejects.toBe(broke)
    expect(online.isOnline()).toBe(false)
    await clock.advance(2_000)
    expect(online.isOnline()).toBe(false)
    await clock.advance(4_000)
    expect(online.isOnline()).toBe(true)
    expect(asked.map(({ operation }) => operation)).toEqual(['sendMessage', 'probe', 'probe'])
  })
})
