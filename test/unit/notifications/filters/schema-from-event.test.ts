import { describe, expect, it } from 'vitest'
import { checkFilterSchema } from '../../../../main/notifications/filters/filter-check.ts'
import { schemaFromEvent } from '../../../../renderer/notifications/filters/schema-from-event.ts'

describe('a filter derived from an event', () => {
  it('NOT-07 passes the event, types its fields and requires none', () => {
    const event = { buyer: 'ann', price: 1.5, lines: [{ sku: 'A', n: 1 }], note: null, tags: [] }
    const text = schemaFromEvent(JSON.stringify(event))
    const { usable, marks } = checkFilterSchema(text)
    expect(marks).toEqual([])
    expect(usable?.judge(event).passes).toBe(true)
    expect(usable?.judge({}).passes).toBe(true)
    expect(usable?.judge({ ...event, price: 'much' }).passes).toBe(false)
    expect(JSON.parse(text)).toMatchObject({
      properties: {
        lines: { type: 'array', items: { properties: { n: { type: 'integer' } } } },
        note: { type: 'null' },
      },
    })
  })

  it('is an empty object schema if the event cannot be read', () => {
    expect(JSON.parse(schemaFromEvent('{'))).toEqual({ type: 'object' })
  })
})
