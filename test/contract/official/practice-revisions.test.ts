/** How often the practice platform as eBay lets a listing be revised. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { fetchSellerHeaders } from './seller-headers.ts'

let platform: PracticePlatform
beforeEach(async () => {
  platform = await startPracticePlatform({ platform: 'ebay', items: 0, conversations: 0 })
})
afterEach(() => platform.stop())

/** Saves an item `times` times, and returns the status of the last answer. */
const save = async (sku: string, times = 1): Promise<number> => {
  const headers = {
    ...(await fetchSellerHeaders(platform.url)),
    'content-language': 'en-US',
    'content-type': 'application/json',
  }
  const item = {
    availability: { shipToLocationAvailability: { quantity: 3 } },
    condition: 'NEW',
    product: {
      title: 'Cup',
      aspects: { Brand: ['Unbranded'] },
      imageUrls: ['https://pictures.practice.invalid/1.png'],
    },
  }
  let status = 0
  for (let time = 0; time < times; time += 1) {
    const url = `${platform.url}/sell/inventory/v1/inventory_item/${sku}`
    const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(item) })
    await answer.arrayBuffer()
    status = answer.status
  }
  return status
}

it('PLT-14 refuses revisions of a listing over a day’s limit, and a new shop starts without any', async () => {
  expect(await save('CUP', 250)).toBe(204)
  expect(await save('CUP')).toBe(400)
  expect(await save('OTHER')).toBe(201)
  await fetch(`${platform.url}/practice/reset`, { method: 'POST' })
  expect(await save('CUP')).toBe(201)
})
