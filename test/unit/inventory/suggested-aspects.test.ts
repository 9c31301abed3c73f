import { describe, expect, it } from 'vitest'
import { createInventoryStore } from '../../../main/inventory/store.ts'
import { suggestAspects } from '../../../renderer/inventory/item/specifics/suggested-aspects.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { JsonObject, JsonValue } from '../../../shared/inventory/json.ts'
import { openTestDatabase } from '../../support/test-database.ts'

describe('suggestions for item specifics', () => {
  it('has the shop’s own names and values, the most used first', () => {
    const store = createInventoryStore(openTestDatabase(), platforms.neutral)
    const put = (sku: string, aspects: JsonValue): void => {
      store.add([sku], 0)
      store.putRecord(sku, { product: { aspects } } as JsonObject, 0)
    }
    put('A-1', { Brand: ['Kestrel'], Colour: ['Black', 'Red'] })
    put('A-2', { Brand: ['Kestrel'] })
    put('A-3', { Brand: ['Orion'], Voltage: 'not a list' })
    put('A-4', 'not an object')
    put('A-5', ['not', 'an object'])
    store.add(['A-6'], 0)
    expect(store.aspectsInUse().aspects).toEqual([
      { name: 'Brand', values: ['Kestrel', 'Orion'] },
      { name: 'Colour', values: ['Black', 'Red'] },
    ])
  })

  it('has what the category asks for first, with the shop’s own values before the category’s', () => {
    const category = [{ name: 'Brand', values: ['Acme', 'Orion'], isFreeText: true }]
    const inUse = [
      { name: 'Colour', values: ['Black'] },
      { name: 'Brand', values: ['Orion'] },
    ]
    expect(suggestAspects(category, inUse)).toEqual([
      { name: 'Brand', values: ['Orion', 'Acme'] },
      { name: 'Colour', values: ['Black'] },
    ])
  })

  it('offers only the category’s values where it takes no others', () => {
    const category = [{ name: 'Brand', values: ['Acme'], isFreeText: false }]
    expect(suggestAspects(category, [{ name: 'Brand', values: ['Orion'] }])).toEqual([
      { name: 'Brand', values: ['Acme'] },
    ])
  })
})
