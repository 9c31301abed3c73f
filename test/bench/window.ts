/** The built window with 100,000 conversations and items: loading, typing, opening, scrolling, changing screens, a first reading. */
import type { Locator, Page } from 'playwright'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import { type OpenApp, withWindows } from './browser.ts'
import { createShopFolder, filledShop } from './filled-shop.ts'
import { seededRandom } from './inbox-data.ts'
import { numberInTitle } from './item-data.ts'
import { comparePairs, type Measure, ROUNDS, type Row, takeTurns } from './measure.ts'
import { keyToPaint, longestTaskDuring, pressToPaint, type Shown, scrollThrough } from './page-feel.ts'
import { delayAnswers, startPracticeShop } from './practice-shop.ts'

const SIZE = 100_000
const FEW = 1_000
const TYPED = 'Yes, it is still here and leaves tomorrow. '
const KEY_EVERY_MS = 40
const TYPING_ROUNDS = 4
const OPENINGS = 15
const SCROLL_ROUNDS = 3
/** A person looks before clicking, so the rows have loaded by then. */
const LOOK_MS = 500
const CONVERSATION_HEIGHT = 56

const conversations = (page: Page): Locator => page.getByRole('listbox', { name: 'Conversations' })
const items = (page: Page): Locator => page.getByRole('grid', { name: 'Items' })

const goTo = async (page: Page, screen: 'inbox' | 'items' | 'outbox'): Promise<void> => {
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, `#/${screen}`)
}

/** Runs `work` with an empty practice platform. */
const withEmptyShop = async <T>(work: (flags: readonly string[]) => Promise<T>): Promise<T> => {
  const practice = await startPracticePlatform({ port: 0, conversations: 0, items: 0 })
  try {
    return await work(createShopFolder(practice.url).flags)
  } finally {
    await practice.stop()
  }
}

/** Watches every navigation until the inbox is painted: its rows, or its empty state. */
const watchInbox = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const check = (): void => {
      const isShown =
        document.querySelector('[role=listbox] [role=option] bdi') !== null ||
        document.querySelector('main')?.textContent?.includes('No messages yet') === true
      if (!isShown) {
        requestAnimationFrame(check)
        return
      }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Object.assign(window, { inboxPaintedMs: performance.now() })
      port2.postMessage(null)
    }
    requestAnimationFrame(check)
  })

const navigate = async (page: Page): Promise<number> => {
  const { origin } = new URL(page.url())
  await page.bringToFront()
  await page.goto('about:blank')
  await page.goto(`${origin}/#/inbox`)
  const painted = await page.waitForFunction(
    () => (window as unknown as { inboxPaintedMs?: number }).inboxPaintedMs ?? false,
  )
  return Number(await painted.jsonValue())
}

export const windowStarts: Measure = () =>
  withEmptyShop((emptyFlags) =>
    withWindows(async (open) => {
      const { page: empty } = await open(emptyFlags)
      const { page: full } = await open(filledShop(SIZE).flags)
      await goTo(empty, 'inbox')
      await empty.getByText('No messages yet').waitFor()
      for (const page of [empty, full]) await watchInbox(page)
      const compared = await takeTurns(
        ROUNDS,
        () => navigate(empty),
        () => navigate(full),
      )
      return [
        {
          what: 'Window interactive, 100,000 conversations',
          limit: 'the same bundle on an empty shop',
          ...compared,
          unit: 'ms',
          goal: { atMost: 1.3 },
        },
      ]
    }),
  )

export const windowTypes: Measure = () =>
  withWindows(async (open, browser) => {
    const { page } = await open(filledShop(SIZE).flags)
    await goTo(page, 'inbox')
    await conversations(page).getByRole('option').first().click()
    const bare = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await bare.setContent('<!doctype html><title>A field</title><textarea rows="6" cols="60"></textarea>')
    await bare.locator('textarea').focus()
    await page.getByRole('textbox', { name: /^Reply to/ }).focus()
    const type = (where: Page): Promise<number> => keyToPaint(where, TYPED, KEY_EVERY_MS)
    const compared = await takeTurns(
      TYPING_ROUNDS,
      () => type(bare),
      () => type(page),
    )
    return [
      {
        what: 'Key to paint in the composer',
        limit: 'an empty textarea',
        ...compared,
        unit: 'ms',
        goal: { atMost: 1.25 },
      },
    ]
  })

type Pane = { readonly rail: RegExp; readonly shown: Shown }

const emptyPanes: readonly Pane[] = [
  { rail: /^Outbox/, shown: { selector: 'main', text: 'Nothing is waiting' } },
  { rail: /^Inbox/, shown: { selector: 'main', text: 'No messages yet' } },
]

/** The fullest screens of a large shop. Each counts as shown with its first row. */
const fullPanes: readonly Pane[] = [
  { rail: /^Inbox/, shown: { selector: '[role=listbox] [role=option] bdi', text: '' } },
  { rail: /^Items/, shown: { selector: '[role=grid][aria-label=Items] [role=gridcell]', text: '' } },
  { rail: /^Notifications/, shown: { selector: '[role=grid][aria-label=Notifications] [role=gridcell]', text: '' } },
]

/** Returns a function that clicks one after the other in turns. */
const switchPanes = (page: Page, panes: readonly Pane[] = emptyPanes): (() => Promise<number>) => {
  let turn = 0
  return async () => {
    const pane = panes[turn % panes.length]
    if (pane === undefined) throw new Error('There are no panes.')
    turn += 1
    await page.bringToFront()
    return pressToPaint(page, page.getByRole('navigation').getByRole('button', { name: pane.rail }), pane.shown)
  }
}

/** Scrolls to a random position in the first part of a list (not all conversations are in the inbox) and lets it settle. */
const scrollTo = async (list: Locator, rowHeight: number, random: () => number, size = SIZE): Promise<void> => {
  await list.evaluate(
    (element, top) => {
      element.scrollTop = top
    },
    Math.floor(random() * size * 0.6) * rowHeight,
  )
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

/** Returns a function that clicks a random conversation of the inbox and resolves with the milliseconds until its thread is painted. */
export const openConversation =
  (page: Page, random: () => number, size = SIZE): (() => Promise<number>) =>
  async () => {
    await page.bringToFront()
    await scrollTo(conversations(page), CONVERSATION_HEIGHT, random, size)
    const top = await conversations(page).evaluate((element) => element.scrollTop)
    const index = Math.round(top / CONVERSATION_HEIGHT) + 4
    const row = page.locator(`[role=option][aria-posinset="${index}"] bdi`)
    const name = await row.innerText()
    return pressToPaint(page, row, {
      selector: `[aria-busy=false] section[aria-label="Messages with ${name}"] article`,
      text: '',
    })
  }

const openItem =
  (page: Page, random: () => number): (() => Promise<number>) =>
  async () => {
    await page.bringToFront()
    await goTo(page, 'items')
    const grid = items(page)
    // The header is row 1, and row height depends on the density.
    const height = await grid
      .getByRole('rowgroup')
      .last()
      .evaluate((rows, size) => rows.clientHeight / size, SIZE)
    await scrollTo(grid, height, random)
    const top = await grid.evaluate((element) => element.scrollTop)
    const row = grid.locator(`[role=row][aria-rowindex="${Math.round(top / height) + 5}"]`)
    const sku = await row.getByText(/^ITM-/).innerText()
    return pressToPaint(page, row.getByText(sku, { exact: true }), {
      selector: 'main h2',
      text: numberInTitle(sku),
    })
  }

export const windowOpens: Measure = () =>
  withEmptyShop((emptyFlags) =>
    withWindows(async (open) => {
      const { page: empty } = await open(emptyFlags)
      const { page: full } = await open(filledShop(SIZE).flags)
      const switchEmpty = switchPanes(empty)
      // Load both panes before measuring.
      await switchEmpty()
      const common = { limit: 'switching between two empty panes', unit: 'ms', goal: { atMost: 2 } }
      const random = seededRandom(23)
      await goTo(full, 'inbox')
      await conversations(full).getByRole('option').first().waitFor()
      const conversation = await takeTurns(OPENINGS, switchEmpty, openConversation(full, random))
      await goTo(full, 'items')
      await items(full).getByRole('gridcell').first().waitFor()
      const item = await takeTurns(OPENINGS, switchEmpty, openItem(full, random))
      return [
        { what: 'Opening a conversation', ...conversation, ...common },
        { what: 'Opening an item', ...item, ...common },
      ]
    }),
  )

const compareScrolling = async (few: Page, many: Page, list: (page: Page) => Locator): Promise<Omit<Row, 'what'>> => {
  for (const page of [few, many]) {
    await page.bringToFront()
    await list(page).locator('[role=option], [role=gridcell]').first().waitFor()
  }
  const pairs: { limit: number; ours: number }[] = []
  for (let round = -1; round < SCROLL_ROUNDS; round += 1) {
    const limit = await longestTaskDuring(few, () => scrollThrough(list(few)))
    const ours = await longestTaskDuring(many, () => scrollThrough(list(many)))
    // The first round is a warm-up.
    if (round >= 0) pairs.push({ limit, ours })
  }
  return { limit: 'with 1,000 rows', ...comparePairs(pairs), unit: 'ms', goal: { atMost: 1.5 } }
}

const openBoth = async (open: OpenApp): Promise<readonly [Page, Page]> => {
  // Filling blocks this process, so do it before anything waits.
  const [fewFlags, manyFlags] = [filledShop(FEW).flags, filledShop(SIZE).flags]
  const { page: few } = await open(fewFlags)
  const { page: many } = await open(manyFlags)
  return [few, many]
}

export const windowScrolls: Measure = () =>
  withWindows(async (open) => {
    const [few, many] = await openBoth(open)
    // A window reopens at its last location.
    for (const page of [few, many]) await goTo(page, 'inbox')
    const inbox = await compareScrolling(few, many, conversations)
    for (const page of [few, many]) await goTo(page, 'items')
    const sheet = await compareScrolling(few, many, items)
    return [
      { what: 'Longest task while scrolling 100,000 conversations', ...inbox },
      { what: 'Longest task while scrolling 100,000 items', ...sheet },
    ]
  })

/** Each press leaves a full screen and draws another one whole. */
export const windowScreens: Measure = () =>
  withEmptyShop((emptyFlags) =>
    withWindows(async (open) => {
      const { page: empty } = await open(emptyFlags)
      const { page: full } = await open(filledShop(SIZE).flags)
      const [switchEmpty, switchFull] = [switchPanes(empty), switchPanes(full, fullPanes)]
      // Each screen's code is loaded when it is first opened.
      for (const _ of fullPanes) await switchFull()
      await switchEmpty()
      return [
        {
          what: 'Changing the screen, 100,000 rows',
          limit: 'switching between two empty panes',
          ...(await takeTurns(OPENINGS, switchEmpty, switchFull)),
          unit: 'ms',
          goal: { atMost: 2 },
        },
      ]
    }),
  )

const FIRST_READING = { conversations: 2_000, answerMs: 50, watchedMs: 10_000, rounds: 3 } as const
/** A longer wait for a key or a click is noticed. */
const NOTICED_MS = 100

/** The window on an empty folder, while a shop is read for the first time. */
export const windowFirstReading: Measure = async () => {
  const shop = await startPracticeShop(FIRST_READING.conversations)
  try {
    await delayAnswers(shop, FIRST_READING.answerMs)
    const longestMs: number[] = []
    for (let round = 0; round < FIRST_READING.rounds; round += 1) {
      const ms = await withWindows(async (open) => {
        const { page } = await open(createShopFolder(shop.url).flags)
        await goTo(page, 'inbox')
        await conversations(page).getByRole('option').first().waitFor()
        return longestTaskDuring(page, () => page.waitForTimeout(FIRST_READING.watchedMs))
      })
      longestMs.push(ms)
    }
    return [
      {
        what: `Longest task of the window in the first ${FIRST_READING.watchedMs / 1_000} s of reading a shop`,
        limit: 'a budget',
        ...comparePairs(longestMs.map((ours) => ({ limit: NOTICED_MS, ours }))),
        unit: 'ms',
        goal: { atMost: 1 },
      },
    ]
  } finally {
    await shop.stop()
  }
}
