/** Drives the practice platform as `ebay` with an independent public client, to show that it behaves like eBay. */
import EBayApi from 'ebay-api'
import { AxiosRequest } from 'ebay-api/request.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'

const scopes = ['commerce.message', 'sell.inventory', 'commerce.identity.readonly', 'sell.account'].map(
  (name) => `https://api.ebay.com/oauth/api_scope/${name}`,
)
// The client's types call item specifics a string, but they are an object of lists.
const aspects = { Brand: ['Kestrel'] } as unknown as string
const item = (title: string) => ({
  availability: { shipToLocationAvailability: { quantity: 2 } },
  condition: 'LIKE_NEW',
  product: { title, aspects, imageUrls: ['https://pictures.practice.invalid/cam-1.png'] },
})

describe('a public client of eBay (PLT-04)', () => {
  let platform: PracticePlatform
  let client: EBayApi

  beforeAll(async () => {
    platform = await startPracticePlatform({ platform: 'ebay', conversations: 30, items: 4 })
    // The client only knows eBay's hosts, so redirect each to the practice platform.
    const request = new AxiosRequest({ proxy: false })
    request.instance.interceptors.request.use((config) => {
      const url = config.url?.replace(/^https:\/\/\w+\.sandbox\.ebay\.com/, platform.url)
      return Object.assign(config, { url })
    })
    client = new EBayApi(
      {
        appId: practiceCredentials.clientId,
        certId: practiceCredentials.clientSecret,
        ruName: 'Seller-Stallhand-RuName',
        sandbox: true,
        siteId: EBayApi.SiteId.EBAY_US,
        marketplaceId: EBayApi.MarketplaceId.EBAY_US,
        contentLanguage: EBayApi.ContentLanguage.en_US,
        scope: scopes,
      },
      request,
    )
    const address = client.OAuth2.generateAuthUrl(undefined, scopes).replace(/^https:\/\/[^/]+/, platform.url)
    const back = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
    const code = new URL(back, platform.url).searchParams.get('code') ?? ''
    client.OAuth2.setCredentials(await client.OAuth2.getToken(code))
  })
  afterAll(() => platform.stop())

  it('PLT-03 signs in by its own address and code, and renews the token', async () => {
    const before = await client.OAuth2.getAccessToken()
    const renewed = await client.OAuth2.refreshToken()
    expect(renewed.access_token).not.toBe(before)
    expect(await client.commerce.identity.getUser()).toMatchObject({ username: expect.any(String) })
  })

  it('PLT-10 writes, reads, lists and deletes items', async () => {
    const { inventory } = client.sell
    await inventory.createOrReplaceInventoryItem('PUBLIC-1', item('Film camera'))
    expect(await inventory.getInventoryItem('PUBLIC-1')).toMatchObject({ sku: 'PUBLIC-1', condition: 'LIKE_NEW' })
    const requests = ['PUBLIC-2', 'PUBLIC-3'].map((sku) => ({ sku, locale: 'en_US', ...item(sku) }))
    const { responses } = await inventory.bulkCreateOrReplaceInventoryItem({ requests })
    expect(responses.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([201, 201])
    expect(await inventory.getInventoryItems({ limit: 2, offset: 1 })).toMatchObject({
      size: 2,
      inventoryItems: [{}, {}],
    })
    await inventory.deleteInventoryItem('PUBLIC-3')
    await expect(inventory.getInventoryItem('PUBLIC-3')).rejects.toThrow()
  })

  it('LST-01 creates an offer for an item and reads it', async () => {
    const { inventory } = client.sell
    await inventory.createOrReplaceInventoryItem('OFFERED-1', item('Camera with an offer'))
    const { offerId } = await inventory.createOffer({
      sku: 'OFFERED-1',
      marketplaceId: 'EBAY_US',
      format: 'FIXED_PRICE',
    })
    expect(await inventory.getOffers({ sku: 'OFFERED-1' })).toMatchObject({ total: 1, offers: [{ offerId }] })
  })

  it('PLT-07 PLT-08 pages through conversations, replies with media only, and files', async () => {
    const { message } = client.commerce
    const page = { conversationType: 'FROM_MEMBERS', limit: 10 }
    const { total, conversations } = await message.getConversations(page)
    expect(conversations).toHaveLength(10)
    const last = await message.getConversations({ ...page, offset: Math.floor((total - 1) / 10) * 10 })
    expect(last.conversations.length).toBeGreaterThan(0)
    const { conversationId } = conversations[0]
    const messageMedia = [
      { mediaName: 'a.png', mediaType: 'IMAGE', mediaUrl: 'https://pictures.practice.invalid/a.png' },
    ]
    await message.sendMessage({ conversationId, messageMedia })
    const thread = await message.getConversation(conversationId, { conversationType: 'FROM_MEMBERS', limit: 50 })
    expect(thread.messages.some((one: { messageMedia?: unknown }) => one.messageMedia !== undefined)).toBe(true)
    const element = { conversationId, conversationType: 'FROM_MEMBERS' }
    await message.updateConversation({ ...element, read: true })
    const bulk = await message.bulkUpdateConversation({
      conversations: [{ ...element, conversationStatus: 'ARCHIVE' }],
    })
    expect(bulk).toMatchObject({ conversationsMetadata: { updateSuccessCount: 1 } })
  })

  it('PLT-19 reads notification preferences as bare XML with its token in a header', async () => {
    const answer = await client.trading.GetNotificationPreferences({ PreferenceLevel: 'User' }, { useIaf: true })
    expect(answer).toMatchObject({ Ack: 'Success' })
  })
})
