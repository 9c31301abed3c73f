import { describe, expect, it, vi } from 'vitest'
import { toNodes } from '../../../main/notifications/receiver/json-event.ts'
import {
  createSignedInSeller,
  findOtherSeller,
  type Seller,
} from '../../../main/notifications/receiver/other-seller.ts'
import { leaf } from '../../../shared/notifications/tree.ts'
import { startRig } from './notifications-rig.ts'

const own = { userId: 'AbCdEfGh123', username: 'my_shop' }
const other = { userId: 'ZyXwVuTs987', username: 'other_shop' }

const find = (topic: string, data: object, seller: Seller | null = own) =>
  findOtherSeller(
    topic,
    () => toNodes('message', { notification: { data } })[0] ?? leaf('message', ''),
    seller ?? undefined,
  )

describe('the seller in a notification', () => {
  const topics: readonly (readonly [string, (person: object) => object])[] = [
    ['AUTHORIZATION_REVOCATION', (person) => person],
    ['ITEM_MARKED_SHIPPED', (person) => person],
    ['ITEM_MARKED_SHIPPED', (person) => ({ itemMarkedShipped: person })],
    ['ORDER_CANCELLATION_ACTIVITY', (seller) => ({ orderCancellation: { seller } })],
    ['ORDER_CONFIRMATION', (user) => ({ user })],
    ['ORDER_INQUIRY_ACTIVITY', (seller) => ({ orderInquiry: { seller } })],
    ['ORDER_RETURN_ACTIVITY', (seller) => ({ orderReturn: { seller } })],
  ]

  it.each(topics)('PLT-25 of %s is who its contract says', (topic, write) => {
    expect(find(topic, write(own))).toBeNull()
    expect(find(topic, write(other))).toBe('other_shop')
  })

  it.each([
    ['the same id under a new username', { userId: own.userId, username: 'renamed' }],
    ['the same username in other letters', { userId: null, username: 'My_Shop' }],
    ['the id in place of the username', { username: own.userId }],
    ['nobody', {}],
  ])('PLT-25 is this one for %s', (_, user) => {
    expect(find('ORDER_CONFIRMATION', { user })).toBeNull()
  })

  it('PLT-25 is another one for another id alone', () => {
    expect(find('ORDER_RETURN_ACTIVITY', { orderReturn: { seller: { userId: other.userId } } })).toBe(other.userId)
  })

  it.each([
    ['the own name is unknown', null],
    ['the own id is unknown', { ...own, userId: null }],
    ['the platform tells the own id as username', { userId: own.userId, username: own.userId }],
  ])('PLT-25 counts as this one if %s', (_, seller) => {
    expect(find('ORDER_CONFIRMATION', { user: { username: 'other_shop' } }, seller)).toBeNull()
  })

  it('PLT-25 is not looked for in a topic whose persons are others', () => {
    expect(find('MARKETPLACE_ACCOUNT_DELETION', other)).toBeNull()
    expect(find('NEW_MESSAGE', { user: other })).toBeNull()
  })
})

describe('a verified notification about a seller', () => {
  const order = (user: object) =>
    JSON.stringify({
      metadata: { topic: 'ORDER_CONFIRMATION' },
      notification: {
        notificationId: 'n-1',
        data: { user, order: { orderLineItems: [{ orderLineItemId: 'o-1', listingId: '11' }] } },
      },
    })

  const deliver = async (user: object, fetchSeller: () => Promise<Seller | null>) => {
    const onEvent = vi.fn()
    const rig = await startRig({ fetchSeller, onEvent })
    await rig.deliver(order(user))
    const [event] = await rig.until(([first]) => first?.processing === 'processed')
    const page = await rig.page(event?.eventId ?? 0)
    await rig.stop()
    return {
      why: page.why,
      raises: event?.raises,
      buyer: event?.buyer,
      notices: rig.notices,
      calls: onEvent.mock.calls,
    }
  }

  it('SEC-09 who is another one is shown as such, and starts nothing', async () => {
    const { why, raises, notices, calls } = await deliver(other, async () => own)
    expect(why).toContain('about the seller “other_shop”, who isn’t the one signed in here')
    expect({ raises, notices, calls }).toEqual({ raises: null, notices: [], calls: [] })
  })

  it.each([
    ['who is signed in', own, async () => own],
    ['whom the platform can’t compare', other, async () => null],
    ['while the own name can’t be read', other, () => Promise.reject(new Error('offline'))],
  ])('PLT-25 %s raises a sale, and names no buyer', async (_, user, fetchSeller) => {
    const { why, raises, buyer, notices, calls } = await deliver(user, fetchSeller)
    expect({ why, raises, buyer }).toEqual({ why: null, raises: 'sale', buyer: null })
    expect([notices.length, calls.length]).toEqual([1, 1])
  })
})

it('PLT-25 after another sign-in the former seller is forgotten, even if that answer comes late', async () => {
  const answers: ((seller: typeof own) => void)[] = []
  const seller = createSignedInSeller(() => new Promise((resolve) => void answers.push(resolve)))
  const asks = [seller.ask(), seller.ask()]
  answers[1]?.(other)
  answers[0]?.(own)
  await Promise.all(asks)
  expect(seller.current()).toEqual(other)
  void seller.ask()
  expect(seller.current()).toBeUndefined()
})
