import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  type Client,
  command,
  type EventMap,
  event,
  type FeatureEmit,
  type Handlers,
  query,
} from '../../../shared/ipc/define.ts'

const shop = {
  open: query({
    input: z.object({ door: z.string(), gently: z.boolean().default(true) }),
    output: z.object({ open: z.boolean() }),
  }),
  close: command({ input: z.object({}), output: z.null() }),
  opened: event(z.object({ door: z.string() })),
}
const contract = { shop } as const

// `npm run check` compiles this file and fails if a line after an expected error compiles.
describe('the contract is typed on both sides', () => {
  it('does not compile with a missing handler, an extra one, or a wrong answer', () => {
    const whole: Handlers<typeof contract> = { shop: { open: ({ gently }) => ({ open: gently }), close: () => null } }
    // @ts-expect-error `close` is missing
    const missing: Handlers<typeof contract> = { shop: { open: () => ({ open: true }) } }
    const extra: Handlers<typeof contract> = {
      // @ts-expect-error `paint` is not in the contract
      shop: { open: () => ({ open: true }), close: () => null, paint: () => null },
    }
    // @ts-expect-error the answer has another shape
    const wrong: Handlers<typeof contract> = { shop: { open: () => ({ open: 'yes' }), close: () => null } }
    const eventHandler: Handlers<typeof contract> = {
      // @ts-expect-error an event has no handler
      shop: { open: () => ({ open: true }), close: () => null, opened: () => null },
    }
    // @ts-expect-error a whole feature is missing
    const roomless: Handlers<typeof contract> = {}
    expect([whole, missing, extra, wrong, eventHandler, roomless]).toHaveLength(6)
  })

  it('types the client: defaults may be left out, results are parsed shapes', () => {
    const use = async (client: Client<typeof contract>): Promise<boolean> => {
      const answer = await client.shop.open({ door: 'front' })
      // @ts-expect-error the door is missing
      await client.shop.open({})
      // @ts-expect-error events cannot be called
      client.shop.opened({})
      return answer.open
    }
    expect(use).toBeTypeOf('function')
  })

  it('types events by their wire name and by their feature', () => {
    const data: EventMap<typeof contract>['shop.opened'] = { door: 'front' }
    const emit: FeatureEmit<typeof shop> = () => undefined
    emit('opened', { door: 'back' })
    // @ts-expect-error the data has another shape
    emit('opened', { door: 1 })
    // @ts-expect-error a query is no event
    emit('open', { door: 'front' })
    expect(data.door).toBe('front')
  })
})
