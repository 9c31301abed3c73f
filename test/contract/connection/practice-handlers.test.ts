import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getOneConversation } from '../../../main/connection/check-services.ts'
import { createInventoryClient } from '../../../main/inventory/platform/inventory-client.ts'
import { createMessageClient } from '../../../main/messaging/platform/message-client.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { practiceContract } from '../../../shared/practice/contract.ts'
import { type Opened, openPractice } from './open-practice.ts'

let shop: Opened
beforeEach(async () => {
  shop = await openPractice()
})
afterEach(() => shop.close())

const status = async () => practiceContract.status.output.parse(await shop.practiceHandlers.status({}))

describe('practice handlers', () => {
  it('SEC-02 alone control the shop that the app runs', async () => {
    const { baseUrl } = shop.profile
    const answers = [
      await fetch(`${baseUrl}/practice/status`),
      await fetch(`${baseUrl}/practice/reset`, { method: 'POST' }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([403, 403])
    expect((await status()).url).toBe(baseUrl)
  })

  it('SEC-02 leave its list of SKUs to the app’s inventory', async () => {
    const inventory = createInventoryClient({ profile: shop.profile, send: shop.send, nowMs: Date.now })
    expect(await inventory.practiceSkus()).not.toEqual([])
  })

  it('SEC-02 say why a platform that was started with a key refuses them', async () => {
    const platform = await startPracticePlatform({ conversations: 1, items: 1, controlKey: 'printed' })
    const other = await openPractice({ baseUrl: platform.url })
    await expect(other.practiceHandlers.status({})).rejects.toMatchObject({
      detail: {
        message: 'This practice platform can be controlled only with the key that it printed when it was started.',
      },
    })
    await other.close()
    await platform.stop()
  })

  it('replace a fault of the same kind, and end a single one', async () => {
    const { setFault, clearFaults } = shop.practiceHandlers
    await setFault({ operation: 'all', fault: 'latencyMs', value: 10 })
    await setFault({ operation: 'all', fault: 'latencyMs', value: 20 })
    await setFault({ operation: 'sendMessage', fault: 'dropAfterActing', count: 2 })
    expect((await status()).faults).toEqual([
      { operation: 'all', fault: 'latencyMs', value: 20, remaining: null },
      { operation: 'sendMessage', fault: 'dropAfterActing', value: 0, remaining: 2 },
    ])
    await clearFaults({ operation: 'all', fault: 'latencyMs' })
    expect((await status()).faults).toHaveLength(1)
    await clearFaults({})
    expect((await status()).faults).toEqual([])
  })

  it('show the newest request first and how far the clock is ahead', async () => {
    await shop.send(getOneConversation(shop.profile))
    await shop.practiceHandlers.advanceClock({ ms: 90_000 })
    const { requests, clockOffsetMs } = await status()
    expect(requests[0]).toMatchObject({ service: 'messaging', operation: 'getConversations', status: 200 })
    expect(clockOffsetMs).toBe(90_000)
  })

  it('let a buyer start a conversation and continue it', async () => {
    const { sendAsBuyer } = shop.practiceHandlers
    const started = await sendAsBuyer({ username: 'anna', text: 'Is it still available?', subject: 'The camera' })
    expect(await sendAsBuyer({ conversationId: started.conversationId, text: 'Hello?' })).toEqual(started)
    await expect(sendAsBuyer({ conversationId: 'unknown-id', text: 'Hello' })).rejects.toMatchObject({
      detail: { kind: 'notFound' },
    })
    const { total } = JSON.parse(
      new TextDecoder().decode(
        (
          await shop.send({
            ...getOneConversation(shop.profile),
            url: `${shop.profile.baseUrl}/commerce/message/v1/conversation/${started.conversationId}?conversation_type=FROM_MEMBERS`,
          })
        ).body,
      ),
    ) as { total: number }
    expect(total).toBe(2)
  })

  it('let the platform write a notice, which is shown as one', async () => {
    const notice = { text: 'New fees from May on.', subject: 'Fees' }
    const made = await shop.practiceHandlers.sendNotice(notice)
    const client = createMessageClient(shop)
    const { conversations } = await client.getConversations({ conversationType: 'FROM_SVC' })
    expect(conversations[0]).toMatchObject({
      ...made,
      subject: 'Fees',
      latest: { text: 'New fees from May on.' },
      unread: true,
    })
  })

  it('ORD-01 let a buyer buy, cancel and return, and the seller answer', async () => {
    const { buy, actOnOrder, orders, items } = shop.practiceHandlers
    const sku = practiceContract.items.output.parse(await items({})).items[0]?.sku ?? ''
    const { orderId } = await buy(practiceContract.buy.input.parse({ buyer: 'anna_wolle', sku, quantity: 1 }))
    const first = async () => practiceContract.orders.output.parse(await orders({})).orders[0]
    await actOnOrder({ act: 'ship', orderId, trackingNumber: 'RN123456785GB', carrier: 'Royal Mail' })
    expect(await first()).toMatchObject({ orderId, buyer: 'anna_wolle', state: 'shipped', cases: [] })
    await actOnOrder({ act: 'openCase', orderId, kind: 'return', comment: 'It does not fit.' })
    const caseId = (await first())?.cases[0]?.caseId ?? ''
    await actOnOrder({ act: 'closeCase', caseId, outcome: 'accepted' })
    expect(await first()).toMatchObject({ state: 'refunded', cases: [] })
    await actOnOrder({ act: 'cancel', orderId })
    await expect(actOnOrder({ act: 'cancel', orderId })).rejects.toMatchObject({ detail: { kind: 'validation' } })
  })

  it('LST-25 let a buyer make an offer on eBay only', async () => {
    const { offers, makeOffer, actOnOffer } = shop.practiceHandlers
    expect(await offers({})).toMatchObject({ canOffer: false, listings: [], offers: [] })
    const made = makeOffer(practiceContract.makeOffer.input.parse({ buyer: 'anna_wolle', listingId: '1', price: '4' }))
    await expect(made).rejects.toMatchObject({ detail: { kind: 'validation' } })
    await expect(actOnOffer({ act: 'withdraw', offerId: '1' })).rejects.toMatchObject({ detail: { kind: 'notFound' } })
  })

  it('ORD-01 sell nothing that is out of stock', async () => {
    const { buy, items } = shop.practiceHandlers
    const sku = practiceContract.items.output.parse(await items({})).items[0]?.sku ?? ''
    const many = buy(practiceContract.buy.input.parse({ buyer: 'anna_wolle', sku, quantity: 900 }))
    await expect(many).rejects.toMatchObject({ detail: { message: expect.stringContaining('restock it first') } })
  })

  it('report no notifications while no receiver is registered', async () => {
    const { items } = practiceContract.items.output.parse(await shop.practiceHandlers.items({}))
    expect(items.length).toBeGreaterThan(10)
    const sku = items[0]?.sku ?? ''
    const wish = practiceContract.triggerEvent.input.parse({ event: 'FixedPriceTransaction', sku })
    expect(await shop.practiceHandlers.triggerEvent(wish)).toEqual({ notifications: 0 })
    await expect(shop.practiceHandlers.triggerEvent({ ...wish, sku: 'UNKNOWN' })).rejects.toMatchObject({
      detail: { kind: 'notFound', message: expect.stringContaining('UNKNOWN') },
    })
  })
})
