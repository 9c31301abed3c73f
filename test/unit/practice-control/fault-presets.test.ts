import { describe, expect, it } from 'vitest'
import { presetGroups } from '../../../renderer/practice/fault-presets.ts'
import { openShop } from '../practice/practice-shop.ts'

const presets = presetGroups.flatMap((group) => [...group.presets])

const switchOn = async (label: string) => {
  const shop = await openShop()
  const { operations = [], fault = '', value } = presets.find((preset) => preset.label === label) ?? {}
  for (const operation of operations) {
    const answer = await shop.control('POST', 'faults', {
      operation,
      fault,
      ...(value === undefined ? {} : { [fault]: value }),
    })
    expect([label, operation, answer.status]).toEqual([label, operation, 200])
  }
  return shop
}

describe('the preset faults', () => {
  it.each(presets.map(({ label }) => label))('are known to the practice platform: %s', async (label) => {
    await switchOn(label)
  })

  it('INV-15 fail every save of an item, single and bulk', async () => {
    const { asSeller } = await switchOn('Saving items fails')
    const item = { availability: { shipToLocationAvailability: { quantity: 1 } } }
    const base = '/sell/inventory/v1'
    const alone = await asSeller('PUT', `${base}/inventory_item/CAM-1`, item, { 'content-language': 'en-US' })
    const requests = [{ sku: 'CAM-1', locale: 'en_US', ...item }]
    const bulk = await asSeller('POST', `${base}/bulk_create_or_replace_inventory_item`, { requests })
    expect([alone.status, bulk.status]).toEqual([500, 500])
  })
})
