/** Offers of buyers, answered before they expire, and offers to watchers (LST-25, LST-26). */
import type { Locator, Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { type Api, expect, expectReady, goTo, type PracticeControl, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'
import { pressSequence } from './press-sequence.ts'
import { waitForListings } from './read-ahead.ts'

test.use({ shop: { platform: 'ebay', conversations: 6, items: 12 } })

type Practised = {
  readonly listings: readonly { readonly listingId: string; readonly title: string; readonly price: string }[]
  readonly offers: readonly {
    readonly offerId: string
    readonly buyer: string
    readonly status: string
    readonly sellerMessage: string
  }[]
  readonly watcherOffers: readonly { readonly listingId: string; readonly price: string }[]
}
type Open = {
  readonly rows: readonly { readonly offerId: string; readonly buyer: string; readonly itemKey: string }[]
  readonly total: number
}

const played = (practice: PracticeControl) => practice.get('/practice/offers') as Promise<Practised>
const open = (api: Api) => api<Open>('offers.open')
const hashOf = (page: Page): string => decodeURIComponent(new URL(page.url()).hash)
const panel = (page: Page) => page.getByRole('region', { name: 'The offer' })

/** Makes offers of new buyers, at 80 % of the price, until `count` are open, and waits until all are read. */
const makeOffers = async (practice: PracticeControl, api: Api, count: number): Promise<void> => {
  await waitForListings(api)
  const { listings, offers } = await played(practice)
  const isOpen = ({ status }: { readonly status: string }): boolean => status === 'Pending'
  for (let made = offers.filter(isOpen).length; made < count; made += 1) {
    const { listingId = '', price = '1' } = listings[made % listings.length] ?? {}
    await practice.post('/practice/offers', {
      buyer: `buyer_${made}`,
      listingId,
      price: (Number(price) * 0.8).toFixed(2),
    })
  }
  await api('offers.refresh')
  await expect.poll(async () => (await open(api)).total).toBe(count)
}

/** Answers go at once, so that the list doesn't change later. */
const sendAtOnce = async (page: Page, api: Api): Promise<void> => {
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
  // The window reads its choices when it opens.
  await page.reload()
  await expectReady(page)
}

test('LST-25 a key answers the offer on screen, and none that comes into its place', async ({
  page,
  practice,
  api,
}) => {
  await sendAtOnce(page, api)
  await makeOffers(practice, api, 4)
  const [first, second] = (await open(api)).rows
  await goTo(page, '#/inbox/~offers')
  const price = await panel(page)
    .getByRole('button', { name: /^Accept \$/ })
    .innerText()
  await practice.post(`/practice/offers/${first?.offerId}/withdraw`, {})
  await api('offers.refresh')
  await expect.poll(async () => (await open(api)).rows[0]?.offerId).toBe(second?.offerId)
  await expect(page.locator('[data-offer]')).toHaveCount(3)
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: price })).toBeHidden()
  expect((await api<{ entries: unknown[] }>('outbound.list')).entries).toEqual([])
  expect((await open(api)).rows.map(({ offerId }) => offerId)).toContain(second?.offerId)
  expect((await played(practice)).offers.find(({ offerId }) => offerId === second?.offerId)?.status).toBe('Pending')
})

test('LST-25 ten offers are answered with eleven keys, one of them with a counter', async ({ page, practice, api }) => {
  await sendAtOnce(page, api)
  await makeOffers(practice, api, 10)
  await goTo(page, '#/inbox/~offers')
  await expect(panel(page)).toBeVisible()
  const keys = ['d', 'a', 'd', 'd', 'c', 'd', 'd', 'd', 'd', 'd'] as const
  let presses = 0
  const seen = new Set<string>()
  for (const key of keys) {
    const row = page.locator('[data-offer][aria-current]')
    await expect(row).toHaveCount(1)
    const offerId = (await row.getAttribute('data-offer')) ?? ''
    expect(seen).not.toContain(offerId)
    seen.add(offerId)
    await expect(panel(page).getByRole('button', { name: /^Accept \$/ })).toBeVisible()
    await page.keyboard.press(key)
    presses += 1
    if (key === 'c') {
      await expect(page.getByRole('textbox', { name: 'Counter with' })).toBeFocused()
      await page.keyboard.press('ControlOrMeta+Enter')
      presses += 1
    }
    await expect.poll(async () => (await open(api)).rows.some((one) => one.offerId === offerId)).toBe(false)
  }
  process.stdout.write(`Answer ten offers: ${presses} key presses\n`)
  expect(presses).toBe(11)
  const { offers } = await played(practice)
  const count = (status: string): number => offers.filter((one) => one.status === status).length
  expect([count('Declined'), count('Accepted'), count('Countered')]).toEqual([8, 1, 1])
  await expect(page.getByText('No open offers')).toBeVisible()
})

test('LST-25 the keys answer the offer that the arrows reached', async ({ page, practice, api }) => {
  await sendAtOnce(page, api)
  await makeOffers(practice, api, 3)
  await goTo(page, '#/inbox/~offers')
  await expect(panel(page).getByRole('button', { name: /^Accept \$/ })).toBeVisible()
  const { rows } = await open(api)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const third = page.locator(`[data-offer="${rows[2]?.offerId}"]`)
  await expect(third).toBeFocused()
  await expect(third).toHaveAttribute('aria-current', 'true')
  await expect(panel(page).getByRole('button', { name: /^Accept \$/ })).toBeVisible()
  await page.keyboard.press('d')
  await expect.poll(async () => (await open(api)).rows.map(({ offerId }) => offerId)).not.toContain(rows[2]?.offerId)
  expect((await open(api)).total).toBe(2)
})

test('LST-25 a counter that is typed replaces the suggested one', async ({ page, practice, api }) => {
  await makeOffers(practice, api, 1)
  await goTo(page, '#/inbox/~offers')
  await expect(panel(page).getByRole('button', { name: /^Accept \$/ })).toBeVisible()
  await page.keyboard.press('c')
  const counter = page.getByRole('textbox', { name: 'Counter with' })
  await expect(counter).toBeFocused()
  await page.keyboard.type('24')
  await expect(counter).toHaveValue('24')
})

test('LST-25 an offer that expires while it is looked at is said to be too late, and nothing is sent', async ({
  quietPage: page,
  practice,
  api,
}) => {
  await sendAtOnce(page, api)
  await makeOffers(practice, api, 3)
  const [first] = (await open(api)).rows
  // Offers end 48 hours after they were made.
  await practice.post('/practice/clock', { advanceMs: 47.5 * 3_600_000 })
  await api('offers.refresh')
  await goTo(page, `#/inbox/~offers/${first?.offerId}`)
  await expect(panel(page).getByText(/^(29|30) min left$/)).toBeVisible()
  await expect(panel(page).getByRole('button', { name: /^Accept \$/ })).toBeVisible()
  await practice.post('/practice/clock', { advanceMs: 3_600_000 })
  await page.keyboard.press('a')
  await expect(page.getByText(/expired|too late/).first()).toBeVisible()
  const { offers } = await played(practice)
  expect(offers.find(({ offerId }) => offerId === first?.offerId)?.status).toBe('Expired')
})

test('OFF-09 an answer can be undone with one key until it is sent', async ({ page, practice, api }) => {
  await makeOffers(practice, api, 3)
  await goTo(page, '#/inbox/~offers')
  await expect(panel(page).getByRole('button', { name: /^Accept \$/ })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText(/accepted; sent in/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText(/^Undone: Offer of/)).toBeVisible()
  expect((await played(practice)).offers.filter(({ status }) => status === 'Pending')).toHaveLength(3)
  await expect.poll(async () => (await open(api)).total).toBe(3)
})

test('LST-25 offers below the floors are last, and declined together', async ({ page, practice, api }) => {
  await sendAtOnce(page, api)
  await makeOffers(practice, api, 5)
  const rows = (await open(api)).rows
  const low = [rows[0], rows[1]]
  for (const row of low) await api('offers.saveFloor', { itemKey: row?.itemKey, floor: '9000' })
  const below = (await api<{ belowFloor: number }>('offers.counts')).belowFloor
  expect(below).toBeGreaterThanOrEqual(2)
  await goTo(page, '#/inbox/~offers')
  await expect(page.getByText(`Below your floors: ${below}`)).toBeVisible()
  await expect(page.locator('[data-offer]').last()).toHaveAttribute(
    'data-offer',
    rows.filter(({ itemKey }) => low.some((one) => one?.itemKey === itemKey)).at(-1)?.offerId ?? '',
  )
  await page.getByRole('button', { name: `Decline these ${below}` }).press('Enter')
  await expect.poll(async () => (await open(api)).total).toBe(5 - below)
  expect((await played(practice)).offers.filter(({ status }) => status === 'Declined')).toHaveLength(below)
})

test('LST-25 ticked offers are declined together with three keys, and one undo takes all back', async ({
  page,
  practice,
  api,
}) => {
  await makeOffers(practice, api, 4)
  await goTo(page, '#/inbox/~offers')
  await expect(panel(page).getByRole('button', { name: /^Accept \$/ })).toBeVisible()
  const [first, second] = (await open(api)).rows
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect.poll(() => hashOf(page)).toBe(`#/inbox/~offers/${second?.offerId}`)
  await page.keyboard.press('x')
  const ticks = page.getByRole('toolbar', { name: 'Selected offers' })
  await expect(ticks.getByText('2 selected')).toBeVisible()
  await expect(ticks.getByRole('button', { name: /^Decline 2/ })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('d')
  await expect(page.getByText(/2 offers declined; sent in/)).toBeVisible()
  await expect(ticks).toHaveCount(0)
  const pending = async () =>
    (await api<{ rows: readonly { offerId: string; pending: unknown }[] }>('offers.open')).rows
      .filter((one) => one.pending !== null)
      .map(({ offerId }) => offerId)
  await expect.poll(pending).toEqual([first?.offerId, second?.offerId])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(pending).toEqual([])
  expect((await played(practice)).offers.filter(({ status }) => status === 'Pending')).toHaveLength(4)
})

test('LST-25 a saved reply is sent with the answer, filled for the buyer, and a gap in it is said first', async ({
  page,
  practice,
  api,
}) => {
  await sendAtOnce(page, api)
  await api('messaging.saveReply', {
    id: null,
    name: 'Thanks',
    text: 'Dear {{buyer}}, not for {{item}}.',
    language: null,
  })
  await api('messaging.saveReply', { id: null, name: 'Order', text: 'See order {{order}}.', language: null })
  await makeOffers(practice, api, 3)
  const [first] = (await open(api)).rows
  await goTo(page, '#/inbox/~offers')
  await expect(panel(page).getByRole('button', { name: /^Accept \$/ })).toBeVisible()
  await page.keyboard.press('m')
  const message = page.getByRole('textbox', { name: 'Message, if you like' })
  await expect(message).toBeFocused()
  await page.keyboard.type('/ord')
  await expect(page.getByRole('listbox', { name: 'Saved replies' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(message).toHaveValue('See order {{order}}.')
  await page.keyboard.press('Escape')
  await expect(
    panel(page).getByText('{{order}} has no value here. Replace it before sending.', { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('d')
  expect((await open(api)).total).toBe(3)
  await page.keyboard.press('m')
  await message.fill('')
  await page.keyboard.type('/tha')
  await page.keyboard.press('Enter')
  await expect(message).toHaveValue(new RegExp(`^Dear ${first?.buyer}, not for .+\\.$`))
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await expect.poll(async () => (await open(api)).total).toBe(2)
  const { offers } = await played(practice)
  expect(offers.find(({ offerId }) => offerId === first?.offerId)).toMatchObject({
    status: 'Declined',
    sellerMessage: expect.stringMatching(`^Dear ${first?.buyer}, not for `),
  })
})

test('LST-25 an offer is shown in its conversation, on its item, and among what is due', async ({
  page,
  practice,
  api,
}) => {
  await makeOffers(practice, api, 3)
  const [first] = (await open(api)).rows
  await practice.post('/practice/messages', { username: first?.buyer, text: 'Would you take less?' })
  await api('messaging.syncNow')
  await goTo(page, `#/items/${encodeURIComponent(first?.itemKey ?? '')}`)
  await expect(page.getByRole('region', { name: 'Open offers' }).getByText(first?.buyer ?? '')).toBeVisible()
  const floor = page.getByRole('textbox', { name: 'Your floor' })
  await floor.fill('12')
  await floor.press('Enter')
  await expect(floor).toHaveValue('$12.00')
  expect(await axeFindings(page)).toEqual([])

  await goTo(page, '#/items')
  await page.getByRole('button', { name: /^View: / }).press('Enter')
  await page.getByRole('menuitem', { name: 'With offers 3' }).press('Enter')
  const sheet = page.getByRole('grid')
  await expect(sheet.getByText(first?.itemKey ?? '')).toBeVisible()
  await expect(page.getByRole('button', { name: 'View: With offers 3' })).toBeVisible()

  await goTo(page, '#/today')
  const line = page.getByRole('listitem').filter({ hasText: first?.buyer ?? '' })
  await line.getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(page.getByText(/declined; sent in/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(line.getByRole('button', { name: 'Answer', exact: true })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await line.getByRole('button', { name: 'Answer', exact: true }).press('Enter')
  await expect.poll(() => hashOf(page)).toBe(`#/inbox/~offers/${first?.offerId}`)
  await expect(panel(page).getByRole('button', { name: /^Accept \$/ })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('textbox', { name: 'Counter with' })).toBeFocused()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Counter with' })).toHaveCount(0)

  const { rows } = await api<{ rows: readonly { conversationId: string; buyer: string }[] }>(
    'messaging.conversations',
    {
      view: 'all',
    },
  )
  const conversation = rows.find(({ buyer }) => buyer === first?.buyer)
  await goTo(page, `#/inbox/${conversation?.conversationId}`)
  await expect(page.getByRole('button', { name: 'Answer', exact: true })).toBeVisible()
})

test('LST-25 the view of offers is chosen like the others, with its count, and left by choosing another', async ({
  page,
  practice,
  api,
}) => {
  await makeOffers(practice, api, 3)
  await page.getByRole('button', { name: /View$/ }).press('Enter')
  await page.getByRole('option', { name: 'Offers 3' }).press('Enter')
  await expect(panel(page)).toBeVisible()
  await pressSequence(page, 'j')
  await expect.poll(async () => hashOf(page)).toBe(`#/inbox/~offers/${(await open(api)).rows[1]?.offerId}`)
  await page.getByRole('button', { name: /View$/ }).press('Enter')
  await page.getByRole('option', { name: /^Inbox/ }).press('Enter')
  await expect(page.getByRole('listbox', { name: 'Conversations' })).toBeVisible()
})

test('LST-25 the palette shows the offers from another screen, before it is known that there are any', async ({
  page,
  host,
}) => {
  test.skip(host !== 'local', 'The test holds back an answer over HTTP')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { held } = await holdCall(page, 'offers.reading', 'answer', released)
  await goTo(page, '#/orders')
  await page.reload()
  await expectReady(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find' })
  await palette.getByRole('searchbox').fill('show offers')
  await palette.getByRole('menuitem', { name: /^Show offers/i }).click()
  await held
  release()
  await expect(page).toHaveURL(/#\/inbox\/~offers/)
})

test('LST-25 Practice makes an offer as a buyer', async ({ page, practice, api }) => {
  await makeOffers(practice, api, 3)
  await goTo(page, '#/practice')
  const form = page.getByRole('region', { name: 'Make an offer as a buyer' })
  await form.getByRole('button', { name: 'Make an offer as mara_books' }).press('Enter')
  await expect(form.getByText(/^Made\./)).toBeVisible()
  await expect.poll(async () => (await open(api)).rows.map(({ buyer }) => buyer)).toContain('mara_books')
})

test.describe('a shop with watchers', () => {
  shareApp({ platform: 'ebay', conversations: 0, items: 4 }, async (url) => {
    const listings = Array.from({ length: 30 }, (_, index) => ({
      ...{ title: `Enamel sign ${index + 1}`, price: '40.00', quantity: 2, watchers: 3 },
    }))
    await fetch(`${url}/practice/listings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ listings }),
    })
    return {}
  })

  test('LST-26 offers to the watchers of thirty listings are sent once, after one confirmation', async ({
    page,
    practice,
    api,
  }) => {
    await expect
      .poll(
        async () => (await api<{ active: { elsewhere: number } | null }>('inventory.items', { maker: 'any' })).active,
      )
      .toMatchObject({ elsewhere: 38 })
    await goTo(page, '#/items')
    let presses = 0
    const press = async (control: Locator, key: string): Promise<void> => {
      presses += 1
      await control.press(key)
    }
    await press(page.getByRole('button', { name: 'More for items' }), 'Enter')
    await press(page.getByRole('menuitem', { name: /^Offer to watchers/ }), 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Offer to watchers' })
    await expect(dialog.getByText('Enamel sign 30')).toBeAttached()
    await press(dialog.getByRole('checkbox', { name: /^All \d+ listings$/ }), 'Space')
    const boxes = await dialog.getByRole('listitem').filter({ hasNotText: 'Enamel sign' }).getByRole('checkbox').all()
    for (const box of boxes) await press(box, 'Space')
    expect(await axeFindings(page)).toEqual([])
    await press(dialog.getByRole('button', { name: 'Check 30 offers' }), 'Enter')
    await expect(
      dialog.getByText('Send an offer to the watchers of 30 listings. An offer can’t be taken back.'),
    ).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await press(dialog.getByRole('button', { name: /^Send 30 offers/ }), 'Enter')
    process.stdout.write(
      `Offer to the watchers of thirty listings: ${presses} key presses, ${boxes.length} of them to untick\n`,
    )
    expect(presses).toBe(5 + boxes.length)
    await expect(page.getByText(/^30 done/)).toBeVisible()
    await expect(
      page.getByText(/^\d+ buyers got an offer: none bought at the offered price, 30 offers still run$/),
    ).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    const { watcherOffers } = await played(practice)
    expect(new Set(watcherOffers.map(({ listingId }) => listingId)).size).toBe(30)
    expect([...new Set(watcherOffers.map(({ price }) => price))]).toEqual(['36.00'])
  })
})
