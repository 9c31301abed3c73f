/** Every screen, page and dialog of the pictures, and how to open it. */
import type { Page } from 'playwright'

/** Used to open a screen: the page, calls as the window makes them, and the practice shop. */
export type Hand = {
  readonly page: Page
  readonly goTo: (hash: string) => Promise<void>
  /** Calls a method of the contract and returns its value. Rejects with the error as text. */
  readonly call: <T = unknown>(method: string, input?: unknown) => Promise<T>
  readonly practice: (pathname: string, body: unknown) => Promise<unknown>
  readonly press: (...keys: readonly string[]) => Promise<void>
  /** Clicks the button, link or menu item of this name. */
  readonly push: (name: string | RegExp) => Promise<void>
}

export const createHand = (page: Page, practiceUrl: string): Hand => {
  page.setDefaultTimeout(10_000)
  return {
    page,
    goTo: (hash) =>
      page.evaluate((wanted) => {
        window.location.hash = wanted
      }, hash),
    // Outside the page, so that a picture can change the answers to the window's own calls.
    call: async <T>(method: string, input: unknown = {}): Promise<T> => {
      const { origin } = new URL(page.url())
      const session = await page.evaluate(() => localStorage.getItem('stallhand.session'))
      const answer = await page.request.post(`${origin}/api/call`, {
        headers: { origin, authorization: `Bearer ${session}` },
        data: { method, input },
      })
      const result = (await answer.json()) as { readonly ok: boolean; readonly value: T; readonly error?: unknown }
      if (!result.ok) throw new Error(`${method}: ${JSON.stringify(result.error)}`)
      return result.value
    },
    practice: async (pathname, body) => {
      const answer = await fetch(`${practiceUrl}${pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return answer.json()
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    push: (name) =>
      page
        .getByRole('button', { name })
        .or(page.getByRole('menuitem', { name }))
        .or(page.getByRole('link', { name }))
        .or(page.getByRole('option', { name }))
        .or(page.getByRole('tab', { name }))
        .first()
        .click(),
  }
}

type Opening = (hand: Hand) => Promise<void>

const at =
  (hash: string): Opening =>
  ({ goTo }) =>
    goTo(hash)

/** Opens a screen, then runs the steps on it. */
const then =
  (first: string | Opening, next: (hand: Hand) => Promise<unknown>): Opening =>
  async (hand) => {
    await (typeof first === 'string' ? hand.goTo(first) : first(hand))
    await hand.page.waitForTimeout(300)
    await next(hand)
  }

type Conversations = { readonly rows: readonly { readonly conversationId: string; readonly buyer: string | null }[] }

/** Opens the newest conversation, or the newest of one buyer, by its address, since a narrow window hides the list. */
const openThread =
  (buyer?: string): Opening =>
  async ({ call, goTo }) => {
    const { rows } = await call<Conversations>('messaging.conversations', { view: 'all' })
    const row = rows.find((each) => buyer === undefined || each.buyer === buyer)
    await goTo(`#/inbox/${row?.conversationId}`)
  }
/** The list of conversations, which a narrow window hides behind the open one. */
const openList = then('#/inbox', async ({ page }) => {
  const back = page.getByRole('button', { name: 'Back to the list' })
  const search = page.getByRole('searchbox', { name: 'Search messages' })
  await back.or(search).filter({ visible: true }).first().waitFor()
  if (await back.isVisible()) await back.click()
})
const sheet = then('#/items', ({ page }) => page.getByRole('grid', { name: 'Items' }).focus())
const firstSku = async ({ call }: Hand): Promise<string> =>
  (await call<{ rows: readonly { sku: string }[] }>('inventory.items', { filter: 'changed', limit: 1 })).rows[0]?.sku ??
  'CAM-0101'
const openItem: Opening = async (hand) => hand.goTo(`#/items/${await firstSku(hand)}`)
const openTask: Opening = async (hand) => {
  const { rows } = await hand.call<{ rows: readonly { taskRef: number }[] }>('mapping.tasks')
  await hand.goTo(`#/mapping/${rows[0]?.taskRef}`)
}
const openEvent: Opening = async (hand) => {
  const { rows } = await hand.call<{ rows: readonly { eventId: number; name: string }[] }>('notifications.events')
  await hand.goTo(`#/notifications/${rows.find(({ name }) => name === 'AuctionCheckoutComplete')?.eventId}`)
}

const csv = 'Artikel;Farbe;Menge\nCAM-0101;Black;4\nCAM-0107;Brown;x\n'

/** Opens the newest order. */
const openOrder: Opening = async ({ call, goTo }) => {
  const { rows } = await call<{ rows: readonly { readonly orderId: string }[] }>('orders.orders', { limit: 1 })
  await goTo(`#/orders/${encodeURIComponent(rows[0]?.orderId ?? '')}`)
}

/** A buyer asks for a parcel, and the reply says where it is. */
const answerParcel: Opening = async (hand) => {
  const { page, press } = hand
  await openThread('ada_and_sons')(hand)
  await page
    .getByRole('complementary', { name: 'Order, item and buyer' })
    .getByText('Shipped')
    .first()
    .waitFor({ timeout: 30_000 })
  await page.getByRole('listbox', { name: 'Conversations' }).focus()
  await press('t')
}

/** Some prices are typed and not saved yet. */
const typePrices: Opening = async ({ call, goTo, page, press }) => {
  type Listed = {
    readonly rows: readonly { readonly sku: string; readonly price: { readonly amount: number } | null }[]
  }
  const columns = ['title', 'price', 'quantity', 'listing', 'editedAt']
  await call('app.saveView', { key: 'inventory.columns', value: columns })
  await page.reload()
  await goTo('#/items')
  await page.getByRole('columnheader', { name: /^Price/ }).waitFor()
  const { rows } = await call<Listed>('inventory.items', { listing: 'published' })
  const names = await page.getByRole('columnheader').allInnerTexts()
  // The SKU is a row's header, not one of its cells.
  const column = names.findIndex((name) => name.startsWith('Price')) - 1
  for (const { sku, price } of rows.slice(1, 5)) {
    await page.getByRole('row', { name: sku }).getByRole('gridcell').nth(column).click()
    await page.keyboard.type(((price?.amount ?? 0) * 0.9).toFixed(2))
    await press('Enter')
  }
}

const openSale: Opening = async ({ call, goTo }) => {
  const { rows } = await call<{ rows: readonly { readonly eventId: number }[] }>('notifications.events', {
    filter: { isNews: true },
  })
  await goTo(`#/notifications/${rows[0]?.eventId}`)
}

/** The sheet with nothing but the practice shop's listing with variations. */
const sheetOfShirts = then('#/items', async ({ page }) => {
  await page.getByRole('searchbox', { name: /^Search/ }).fill('Dockside')
  await page.getByRole('row').filter({ hasText: 'Dockside T-shirt' }).first().click()
})

export const screens: Readonly<Record<string, Opening>> = {
  today: at('#/today'),
  inbox: openList,
  thread: openThread(),
  reply: then(openThread('sofia_reads'), ({ page }) =>
    page.getByRole('textbox', { name: /^Reply to/ }).fill('Thank you, Sofia! I keep it aside for you until tonight.'),
  ),
  parcel: answerParcel,
  prices: typePrices,
  sale: openSale,
  'saved-replies': then(openThread(), async ({ page, press }) => {
    await page.getByRole('textbox', { name: /^Reply to/ }).focus()
    await press('/')
  }),
  'manage-replies': then(openThread(), async ({ page, press, push }) => {
    await press('Control+k')
    await page.keyboard.type('manage saved')
    await push(/Manage saved replies/)
  }),
  selected: then(openList, async ({ page, press }) => {
    await page.getByRole('listbox', { name: 'Conversations' }).focus()
    await press('x', 'Shift+ArrowDown', 'Shift+ArrowDown')
  }),
  'send-later': then(openThread(), async ({ page, push }) => {
    await page.getByRole('textbox', { name: /^Reply to/ }).fill('It leaves tomorrow.')
    await push(/More ways to send/)
    await push(/Send later/)
  }),
  write: then(openList, ({ push }) => push(/^Write/)),
  outbox: at('#/outbox'),
  'outbox-entry': then('#/outbox', ({ page }) => page.getByRole('option').first().click()),
  orders: at('#/orders'),
  'orders-paste': then('#/orders', async ({ page, push }) => {
    await push('Paste or import tracking numbers')
    await page
      .getByRole('textbox', { name: 'Orders and tracking numbers' })
      .fill('14-12345-67890, USPS, 9400111899223100001236')
  }),
  order: openOrder,
  packing: at('#/orders/~pack'),
  print: then('#/orders/~pack', async ({ page, push }) => {
    await page.getByRole('listbox', { name: /to ship$/ }).waitFor()
    await push('Print')
    await page.getByRole('menuitem').first().click()
  }),
  offers: at('#/inbox/~offers'),
  earnings: at('#/earnings'),
  'item-new': then('#/items', ({ push }) => push('New')),
  alerts: at('#/notifications/alerts'),
  items: at('#/items'),
  item: openItem,
  'item-listing': then(openItem, ({ page }) =>
    page.getByRole('region', { name: 'Listing', exact: true }).evaluate((section) => section.scrollIntoView()),
  ),
  'item-save': then(openItem, ({ push }) => push('Review changes')),
  'item-history': then(openItem, async (hand) => hand.goTo(`#/items/${await firstSku(hand)}/history`)),
  'list-item': then('#/items/BKS-0126', async ({ page, press }) => {
    await page.getByRole('region', { name: 'Listing', exact: true }).waitFor()
    await press('Control+Enter')
  }),
  'items-selected': then(sheet, ({ press }) => press('Home', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+Space')),
  'items-menu': then(sheet, ({ press }) => press('Home', 'ArrowRight', 'ArrowRight', 'ContextMenu')),
  'items-replace': then(sheet, async ({ page, press }) => {
    await press('Control+Shift+h')
    await page.getByRole('textbox', { name: 'Find' }).fill('camera')
    await page.getByRole('textbox', { name: 'Replace with' }).fill('Camera')
  }),
  'items-change': then(sheet, ({ press }) => press('Control+e')),
  'items-settings': then('#/items', ({ push }) => push('More for items').then(() => push(/^List settings/))),
  'items-views': then('#/items', async ({ push }) => {
    await push(/^View: /)
    await push('Save this view')
  }),
  'items-csv': then('#/items', async ({ page, push }) => {
    await push('More for items')
    await push(/Import a CSV file/)
    const file = { name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.locator('input[type="file"]').setInputFiles(file)
  }),
  'items-run': then(sheet, ({ push }) => push(/^Review( changes)? \(/)),
  reprice: then(sheet, ({ press }) => press('Control+Shift+p')),
  variations: then(sheetOfShirts, async ({ page, press }) => {
    await page.getByRole('grid', { name: 'Items' }).focus()
    await press('+')
  }),
  group: then(sheetOfShirts, ({ page }) =>
    page.getByRole('row').filter({ hasText: 'Dockside T-shirt' }).first().dblclick(),
  ),
  'list-many': then('#/items', async ({ push }) => {
    await push(/^Listings/)
    await push(/List items|List \d+/)
  }),
  mapping: at('#/mapping'),
  task: openTask,
  previews: then(openTask, ({ push }) => push(/^Suggestions/)),
  preview: then(openTask, ({ page }) =>
    page.getByRole('region', { name: 'Suggestions', exact: true }).locator('li').getByRole('link').first().click(),
  ),
  'draft-all': then(
    then(openTask, ({ push }) => push(/^Suggestions/)),
    ({ push }) => push('Use all suggestions'),
  ),
  'mapping-start': at('#/mapping/new'),
  'mapping-pick': then('#/mapping/new', ({ push }) => push(/^Add all/)),
  notifications: at('#/notifications'),
  event: openEvent,
  'event-raw': then(openEvent, ({ push }) => push('Raw')),
  subscriptions: at('#/notifications/subscriptions'),
  practice: at('#/practice'),
  settings: at('#/settings'),
  'settings-search': then('#/settings', async ({ page, press }) => {
    await press('/')
    await page.keyboard.type('back')
  }),
  'settings-new': at('#/settings/new'),
  connections: then('#/inbox', ({ press }) => press('g', 'c')),
  palette: then('#/inbox', ({ press }) => press('Control+k')),
  keys: then('#/inbox', ({ press }) => press('?')),
  help: then('#/inbox', ({ press }) => press('F1')),
  toast: then('#/items', ({ push }) => push('More for items').then(() => push(/Export as CSV/))),
}

/** Screens that only an eBay shop has. */
export const onEbay = [
  'parcel',
  'prices',
  'sale',
  'variations',
  'group',
  'orders-paste',
  'packing',
  'print',
  'offers',
  'earnings',
]

/** The screens that are also taken empty. */
export const lists = [
  'today',
  'inbox',
  'outbox',
  'orders',
  'items',
  'earnings',
  'mapping',
  'notifications',
  'subscriptions',
  'settings',
]

/** The screens that are also taken loading and failing. */
export const readers = [
  ...lists,
  'thread',
  'item',
  'item-history',
  'task',
  'event',
  'mapping-start',
  'packing',
  'practice',
]
