import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createEventBus } from '../../../main/ipc/event-bus.ts'
import { createRouter } from '../../../main/ipc/router.ts'
import { command, event, type Handlers, query } from '../../../shared/ipc/define.ts'
import type { WireEvent } from '../../../shared/ipc/transport.ts'
import { Failure } from '../../../shared/result.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const contract = {
  shop: {
    weigh: query({ input: z.strictObject({ grams: z.int().min(1) }), output: z.object({ kilograms: z.number() }) }),
    sell: command({ input: z.object({}), output: z.object({ sold: z.boolean() }) }),
    sold: event(z.object({})),
  },
} as const

const build = (sell: (input: unknown) => unknown = () => ({ sold: true })) => {
  const log = createRecordingLog()
  const handlers: Handlers<typeof contract> = {
    shop: {
      weigh: ({ grams }) => ({ kilograms: grams / 1000, token: 'secret-token' }) as { kilograms: number },
      sell: async (input) => sell(input) as { sold: boolean },
    },
  }
  const call = createRouter(
    contract,
    (connectionId = 'open') => {
      if (connectionId !== 'open') throw new Failure({ kind: 'forbidden', message: 'Another one is open.' })
      return handlers
    },
    { log, newReference: () => 'ref-1' },
  )
  return { call, log }
}

describe('the router', () => {
  it('parses the input, runs the handler and returns only what the contract allows', async () => {
    expect(await build().call('shop.weigh', { grams: 1500 })).toEqual({ ok: true, value: { kilograms: 1.5 } })
  })

  it('hands a handler the fields of the contract and no others', async () => {
    const inputs: unknown[] = []
    const { call } = build((input) => {
      inputs.push(input)
      return { sold: true }
    })
    await call('shop.sell', { price: '0.01' })
    expect(inputs).toEqual([{}])
  })

  it('names the field of a wrong input', async () => {
    const answer = await build().call('shop.weigh', { grams: 'much' })
    expect(answer).toMatchObject({ ok: false, error: { kind: 'validation', issues: [{ path: 'input.grams' }] } })
  })

  it('answers an input whose check fails itself, and logs it', async () => {
    const check = (): boolean => {
      throw new RangeError('Maximum call stack size exceeded')
    }
    const deep = { shop: { keep: command({ input: z.custom(check), output: z.object({}) }) } } as const
    const log = createRecordingLog()
    const call = createRouter(deep, () => ({ shop: { keep: () => ({}) } }), { log, newReference: () => 'ref-1' })
    expect(await call('shop.keep', [])).toMatchObject({ ok: false, error: { kind: 'internal', reference: 'ref-1' } })
    expect(JSON.stringify(log)).toContain('ref-1')
  })

  it.each([
    ['shop.steal'],
    ['shop.sold'],
    ['bank.sell'],
    ['__proto__.constructor'],
    ['shop.__proto__'],
    ['shop'],
    [''],
  ])('knows no method %j', async (method) => {
    expect(await build().call(method, {})).toMatchObject({ ok: false, error: { kind: 'notFound' } })
  })

  it('refuses a command of a connection that is not open, before its handler runs', async () => {
    let sales = 0
    const { call } = build(() => {
      sales += 1
      return { sold: true }
    })
    expect(await call('shop.sell', {}, 'other')).toMatchObject({ ok: false, error: { kind: 'forbidden' } })
    expect(sales).toBe(0)
    expect(await call('shop.sell', {}, 'open')).toMatchObject({ ok: true })
    expect(sales).toBe(1)
  })

  it('answers no query of a connection that is not open with what the open one has', async () => {
    const { call } = build()
    expect(await call('shop.weigh', { grams: 1500 }, 'other')).toMatchObject({
      ok: false,
      error: { kind: 'forbidden' },
    })
    expect(await call('shop.weigh', { grams: 1500 }, 'open')).toMatchObject({ ok: true })
  })

  it("passes a handler's failure on unchanged", async () => {
    const { call } = build(() => {
      throw new Failure({ kind: 'rateLimited', message: 'Wait.', retryAfterMs: 5_000 })
    })
    expect(await call('shop.sell', {})).toEqual({
      ok: false,
      error: { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 5_000 },
    })
  })

  it('answers an unexpected error with a reference and nothing else', async () => {
    const { call, log } = build(() => {
      throw new Error('the token is abc123')
    })
    const answer = await call('shop.sell', {})
    expect(answer).toMatchObject({ ok: false, error: { kind: 'internal', reference: 'ref-1' } })
    expect(JSON.stringify(answer)).not.toContain('abc123')
    expect(log.lines[0]?.fields).toMatchObject({ method: 'shop.sell', reference: 'ref-1' })
  })

  it('reports a handler that breaks the contract as an internal error', async () => {
    const { call } = build(() => ({ sold: 'perhaps' }))
    expect(await call('shop.sell', {})).toMatchObject({ ok: false, error: { kind: 'internal' } })
  })
})

describe('the event bus', () => {
  it('sends its position, then numbers events without a gap, the same for each listener', () => {
    const bus = createEventBus(
      () => 'run-1',
      () => undefined,
    )
    const seen: WireEvent[] = []
    bus.emit('shop.sold', {})
    bus.subscribe((one) => void seen.push(one))
    bus.emit('shop.sold', {})
    bus.emit('shop.sold', {})
    expect(seen.map(({ name, seq }) => `${name} ${seq}`)).toEqual(['hello 1', 'shop.sold 2', 'shop.sold 3'])
  })

  it('continues if one listener throws', () => {
    const problems: unknown[] = []
    const bus = createEventBus(
      () => 'run-1',
      (error) => void problems.push(error),
    )
    const seen: string[] = []
    bus.subscribe((one) => {
      if (one.name !== 'hello') throw new Error('broken window')
    })
    bus.subscribe((one) => void seen.push(one.name))
    bus.emit('shop.sold', {})
    expect(seen).toEqual(['hello', 'shop.sold'])
    expect(problems).toHaveLength(1)
  })

  it('starts a new sequence when the data is replaced', () => {
    const names = ['run-1', 'run-2']
    const bus = createEventBus(
      () => names.shift() ?? 'none',
      () => undefined,
    )
    const seen: WireEvent[] = []
    bus.subscribe((one) => void seen.push(one))
    bus.emit('shop.sold', {})
    bus.restart()
    expect(seen.map(({ epoch, name, seq }) => [epoch, name, seq])).toEqual([
      ['run-1', 'hello', 0],
      ['run-1', 'shop.sold', 1],
      ['run-2', 'hello', 0],
    ])
  })
})
