import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createClient } from '../../../../renderer/api/transport/client.ts'
import { locationHref, parseLocation, screenNames } from '../../../../renderer/location.ts'
import { command, event } from '../../../../shared/ipc/define.ts'
import type { Transport, WireEvent } from '../../../../shared/ipc/transport.ts'
import { Failure, type Result } from '../../../../shared/result.ts'

const contract = {
  shop: { sell: command({ input: z.object({}), output: z.null() }), sold: event(z.object({ id: z.number() })) },
} as const

const build = (answer: Result<unknown> = { ok: true, value: null }) => {
  let tell: (event: WireEvent) => void = () => undefined
  const transport: Transport = {
    call: async () => answer,
    onEvent: (listener) => {
      tell = listener
      return () => undefined
    },
  }
  const api = createClient<typeof contract>(transport)
  let resyncs = 0
  const sold: number[] = []
  api.onResync(() => {
    resyncs += 1
  })
  api.onEvent('shop.sold', ({ id }) => void sold.push(id))
  const sale = (epoch: string, seq: number) => tell({ epoch, seq, name: 'shop.sold', data: { id: seq } })
  const hello = (epoch: string, seq: number) => tell({ epoch, seq, name: 'hello', data: null })
  return { api, sale, hello, sold, resyncs: () => resyncs }
}

describe('the typed client', () => {
  it('rejects with a Failure that has the error as data', async () => {
    const { api } = build({ ok: false, error: { kind: 'offline', message: 'No network.' } })
    const error = await api.client.shop.sell({}).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Failure)
    expect((error as Failure).detail).toEqual({ kind: 'offline', message: 'No network.' })
  })

  it('requests no resync while the numbers are consecutive, even after a reconnection', () => {
    const { hello, sale, sold, resyncs } = build()
    hello('run', 4)
    sale('run', 5)
    hello('run', 5)
    sale('run', 6)
    expect([resyncs(), sold]).toEqual([0, [5, 6]])
  })

  it('resyncs after a gap, after events missed while disconnected, and after a restart of main', () => {
    const gap = build()
    gap.hello('run', 1)
    gap.sale('run', 3)
    expect(gap.resyncs()).toBe(1)
    const away = build()
    away.hello('run', 1)
    away.hello('run', 2)
    expect(away.resyncs()).toBe(1)
    const restart = build()
    restart.hello('run', 7)
    restart.hello('other', 0)
    expect(restart.resyncs()).toBe(1)
    restart.sale('other', 1)
    expect(restart.resyncs()).toBe(1)
  })
})

describe('a location', () => {
  it('is parsed back from its own address, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...screenNames),
        fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
        (screen, path) => {
          expect(parseLocation(locationHref({ screen, path }))).toEqual({ screen, path })
        },
      ),
    )
  })

  it.each([[''], ['#'], ['#/nowhere'], ['#/%E0%A4%A'], ['#//']])('is Today for %j', (hash) => {
    expect(parseLocation(hash).screen).toBe('today')
  })
})
