import { describe, expect, it, onTestFinished } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { type FaultPreset, allPresets as presets, usualPresets } from '../../../renderer/practice/fault-presets.ts'
import { openShop } from '../practice/practice-shop.ts'

const find = (label: string): FaultPreset => {
  const preset = presets.find((one) => one.label === label)
  if (preset === undefined) throw new Error(`No switch is called ${label}`)
  return preset
}

const switchOn = async (label: string, options: Parameters<typeof openShop>[0] = {}) => {
  const shop = await openShop(options)
  const { operations, fault, value } = find(label)
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

  it('FACT-9 refuse to renew a sign-in after a changed password, and renew it again once switched off', async () => {
    const { token, control } = await switchOn('Password changed')
    const renew = () => token({ grant_type: 'refresh_token', refresh_token: practiceCredentials.refreshToken })
    expect(await renew()).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    await control('DELETE', 'faults')
    expect((await renew()).status).toBe(200)
  })

  it('PLT-31 refuse a list that is too long', async () => {
    const { asSeller } = await switchOn('Too many conversations to list', { conversations: 60 })
    const list = await asSeller('GET', '/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS')
    expect(list.status).toBe(500)
  })

  it('PLT-29 refuse the permission for messages on eBay’s sign-in page', async () => {
    const platform = await startPracticePlatform({ platform: 'ebay', conversations: 1, items: 1 })
    onTestFinished(() => platform.stop())
    const { operations, fault } = find('Permission for messages missing')
    const body = JSON.stringify({ operation: operations[0], fault })
    await fetch(`${platform.url}/practice/faults`, { method: 'POST', body })
    const authorize = async (...names: readonly string[]): Promise<number> => {
      const query = new URLSearchParams({
        client_id: practiceCredentials.clientId,
        redirect_uri: 'Seller-RuName',
        response_type: 'code',
        scope: names.map((name) => `https://api.ebay.com/oauth/api_scope/${name}`).join(' '),
      })
      return (await fetch(`${platform.url}/oauth2/authorize?${query}`, { redirect: 'manual' })).status
    }
    expect(await authorize('commerce.message', 'sell.inventory')).toBe(400)
    expect(await authorize('sell.inventory')).toBe(302)
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

it('USE-09 five things that go wrong stand first', () => {
  expect(usualPresets).toHaveLength(5)
})
