/** Tracking numbers that are typed or pasted on the packing desk. */
import type { Page } from 'playwright/test'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { uspsNumber } from './usps-number.ts'

shareApp({ platform: 'ebay', hasSales: true, conversations: 4, items: 20 })

type Parcel = {
  readonly key: string
  readonly buyer: string
  readonly isPacked: boolean
  readonly wantsCancel: boolean
}

const pileOf = async (api: Api): Promise<readonly Parcel[]> =>
  (await api<{ parcels: readonly Parcel[] }>('orders.pile')).parcels

const pile = (page: Page) => page.getByRole('listbox', { name: /to ship$/ })

/** Opens the desk once every order is read. */
const openDesk = async (page: Page, api: Api): Promise<readonly Parcel[]> => {
  await expect
    .poll(async () => {
      await api('orders.refresh')
      const parcels = await pileOf(api)
      return parcels.some(({ wantsCancel }) => wantsCancel) && parcels.length > 3
    })
    .toBe(true)
  await goTo(page, '#/orders/~pack')
  return pileOf(api)
}

test('ORD-08 a number goes with its own carrier, however fast Enter follows it', async ({ page, api }) => {
  const parcels = (await openDesk(page, api)).filter(({ wantsCancel }) => !wantsCancel).slice(1, 3)
  const numbers = [uspsNumber(901), '1Z999AA10123456784']
  const field = page.getByRole('textbox', { name: 'Tracking number, now or later' })
  for (const [index, { buyer }] of parcels.entries()) {
    await pile(page)
      .getByRole('option', { name: new RegExp(buyer.replace('.', '\\.')) })
      .click()
    await field.fill(numbers[index] ?? '')
    // The first one's carrier is recognized before Enter, the second one's isn't.
    if (index === 0) await expect(page.getByRole('combobox', { name: 'Carrier' })).toHaveValue('USPS')
    await field.press('Enter')
  }
  const carriers = async () =>
    Promise.all(
      parcels.map(async ({ key }) => {
        type Shipped = { carrier: string | null }
        const { pending, shipments } = await api<{ pending: Shipped | null; shipments: Shipped[] }>('orders.order', {
          orderId: key,
        })
        return (pending ?? shipments[0])?.carrier
      }),
    )
  await expect.poll(carriers).toEqual(['USPS', 'UPS'])
})

test('ORD-10 Enter in the field of the number doesn’t pack what the buyer wants to cancel', async ({ page, api }) => {
  const wanted = (await openDesk(page, api)).find(({ wantsCancel }) => wantsCancel)
  await pile(page)
    .getByRole('option', { name: new RegExp(wanted?.buyer ?? 'none') })
    .click()
  const field = page.getByRole('textbox', { name: 'Tracking number, now or later' })
  await field.fill(uspsNumber(902))
  await expect(page.getByRole('combobox', { name: 'Carrier' })).toHaveValue('USPS')
  await field.press('Enter')
  await expect(pile(page).getByRole('option', { selected: true })).toContainText(wanted?.buyer ?? 'none')
  expect((await api<{ entries: unknown[] }>('outbound.list')).entries).toEqual([])
  expect((await pileOf(api)).find(({ wantsCancel }) => wantsCancel)?.isPacked).toBe(false)
})

test('ORD-08 a number that replaces another goes with its own carrier from the order’s page too', async ({
  page,
  api,
}) => {
  const key = (await openDesk(page, api)).find(({ wantsCancel, isPacked }) => !wantsCancel && !isPacked)?.key ?? ''
  await goTo(page, `#/orders/${key}`)
  await page.getByRole('button', { name: 'Mark as shipped' }).last().click()
  const field = page.getByRole('textbox', { name: 'Tracking number' })
  await field.fill(uspsNumber(903))
  await expect(page.getByRole('combobox', { name: 'Carrier' })).toHaveValue('USPS')
  await field.fill('1Z999AA10123456784')
  await field.press('Enter')
  type Shipped = { carrier: string | null }
  const carrier = async () => {
    const { pending, shipments } = await api<{ pending: Shipped | null; shipments: Shipped[] }>('orders.order', {
      orderId: key,
    })
    return (pending ?? shipments[0])?.carrier
  }
  await expect.poll(carrier).toBe('UPS')
})

test('ORD-08 a number that was typed but not sent is there again on the desk and on the order’s page', async ({
  page,
  api,
}) => {
  const parcels = (await openDesk(page, api)).filter(({ wantsCancel, isPacked }) => !wantsCancel && !isPacked)
  const { key = '', buyer = '' } = parcels.at(-1) ?? {}
  await pile(page)
    .getByRole('option', { name: new RegExp(buyer.replace('.', '\\.')) })
    .click()
  const field = page.getByRole('textbox', { name: 'Tracking number, now or later' })
  await field.fill(uspsNumber(905))
  await page.getByRole('button', { name: 'Write' }).click()
  await expect(page).toHaveURL(/#\/inbox\//)
  // The address names the parcel, so that the desk opens at it.
  await goTo(page, `#/orders/~pack/${key}`)
  await expect(pile(page).getByRole('option', { selected: true })).toContainText(buyer)
  await expect(field).toHaveValue(uspsNumber(905))
  await goTo(page, `#/orders/${key}`)
  await page.getByRole('button', { name: 'Mark as shipped' }).last().click()
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue(uspsNumber(905))
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await goTo(page, `#/orders/~pack/${key}`)
  await expect(field).toHaveValue('')
})

test('ORD-10 a parcel that is cancelled while it is on the desk says so, and Enter packs no other in its place', async ({
  page,
  api,
  practice,
}) => {
  const parcels = await openDesk(page, api)
  const open = parcels.find(({ isPacked, wantsCancel }) => !isPacked && !wantsCancel)
  await pile(page)
    .getByRole('option', { name: new RegExp(open?.buyer ?? 'none') })
    .click()
  await practice.post(`/practice/orders/${open?.key}/cancel`)
  await api('orders.refresh')
  await expect(page.getByText('This is no longer to ship')).toBeVisible()
  const scan = page.getByRole('textbox', { name: 'Scan an order, item or tracking number' })
  await scan.fill(uspsNumber(904))
  await scan.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This parcel is no longer to ship')
  const packed = async () => (await pileOf(api)).filter(({ isPacked }) => isPacked).length
  const before = await packed()
  await pile(page).press('Enter')
  await expect(page.getByText('This is no longer to ship')).toBeHidden()
  expect(await packed()).toBe(before)
})
