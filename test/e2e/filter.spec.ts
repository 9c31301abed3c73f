/** The filter workbench: a code field that is typed into at once, a filter tried on what was captured, sent and watched. */
import type { Locator, Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, goTo, test } from './fixtures.ts'

test.use({ shop: { conversations: 1, items: 1 } })

const topicId = 'BUYER_QUESTION'

type Api = <T = unknown>(method: string, input?: unknown) => Promise<T>

/** A subscription that a test was delivered to, and its filter opened from the board. */
const openFilter = async (page: Page, api: Api): Promise<Locator> => {
  await api('notifications.register', { events: ['ItemSold'] })
  const board = await api<{ destinations: { entries: { destinationId: string }[] } }>('notifications.subscriptions', {})
  const { subscriptionId } = await api<{ subscriptionId: string }>('notifications.createSubscription', {
    topicId,
    destinationId: board.destinations.entries[0]?.destinationId,
    status: 'ENABLED',
    payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
  })
  await api('notifications.testSubscription', { subscriptionId })
  await expect
    .poll(async () => (await api<{ rows: unknown[] }>('notifications.events', {})).rows.length)
    .toBeGreaterThan(0)
  await goTo(page, '#/notifications/subscriptions')
  const entry = page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem', { name: topicId })
  await entry.getByRole('button', { name: /^Filter/ }).click()
  return page.getByRole('textbox', { name: 'Filter', exact: true })
}

/** The editor has taken the text area's place. */
const expectEditor = (field: Locator): Promise<void> => expect(field).not.toHaveJSProperty('tagName', 'TEXTAREA')

const typeOver = async (page: Page, field: Locator, text: string): Promise<void> => {
  await expectEditor(field)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

test('what is typed before the editor is there is kept, with the caret and the focus in their place', async ({
  page,
  api,
}) => {
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/code-editor-[^/]*\.js$/, async (route) => {
    await held
    await route.fallback()
  })
  const field = await openFilter(page, api)
  await expect(field).toHaveJSProperty('tagName', 'TEXTAREA')
  await field.fill('{"type": "array"}')
  await field.press('End')
  await field.press('ArrowLeft')
  letGo()
  await expectEditor(field)
  await expect(field).toBeFocused()
  await page.keyboard.type(', "minItems": 1')
  await expect(field).toHaveText('{"type": "array", "minItems": 1}')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field).toHaveText('{"type": "array"}')

  // It is on disk: a reload finds it where it was left.
  await expect
    .poll(async () => {
      const board = await api<{ subscriptions: { entries: { subscriptionId: string }[] } }>(
        'notifications.subscriptions',
        {},
      )
      const subscriptionId = board.subscriptions.entries[0]?.subscriptionId
      return (await api<{ text: string | null }>('notifications.filterDraft', { subscriptionId })).text
    })
    .toBe('{"type": "array"}')
  await page.reload()
  await expect(field).toHaveText('{"type": "array"}')
})

test('a filter is tried as it is typed, its faults lead to their place, and it is used by keyboard alone (NOT-07)', async ({
  page,
  api,
}) => {
  const field = await openFilter(page, api)
  await typeOver(page, field, '{\n  "type": "object",\n  "properties": { "readStatus": { "cnst": true } }\n}')
  await expect(page.getByText('1 of 1 captured event would pass')).toBeVisible()
  await expect(page.getByRole('option', { name: /Would pass/ })).toHaveCount(1)
  const typo = page.getByRole('button', { name: /Line 3: cnst is no keyword/ })
  await typo.focus()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('z')
  await expect(page.getByRole('button', { name: /zcnst/ })).toBeVisible()

  // Over a selection of several lines, which the browser would join with styles of its own.
  await typeOver(
    page,
    field,
    '{"properties": {"readStatus": {"const": true}, "colour": {}}, "required": ["readStatus"]}',
  )
  await expect(page.getByText('0 of 1 captured event would pass')).toBeVisible()
  await expect(
    page.getByRole('option', { name: /Would not pass.*readStatus: this is false; the filter wants true/ }),
  ).toBeVisible()
  const event = page.getByRole('textbox', { name: /^Event/ })
  await expectEditor(event)
  await expect(event).toHaveAttribute('aria-readonly', 'true')
  await expect(page.getByRole('button', { name: /Line \d+: This is false; the filter wants true/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Line 1: No captured event has colour/ })).toBeVisible()

  await typeOver(page, field, '{"type": 5}')
  await expect(page.getByText('Not tried while a fault stands in the filter')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Make it the filter/ })).toBeDisabled()
  // Tab leaves the field, to what is wrong in it, and Shift+Tab comes back.
  await field.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /Line 1: type takes one of/ })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(field).toBeFocused()
})

test('one press makes it the filter, which is watched until the platform settled it (NOT-06)', async ({
  page,
  api,
  practice,
}) => {
  const field = await openFilter(page, api)
  await typeOver(page, field, '{"properties": {"readStatus": {"const": false}}}')
  await page.getByRole('button', { name: /^Make it the filter/ }).click()
  const filters = page.getByRole('list', { name: 'Filters of this subscription' })
  await expect(filters).toContainText('PENDING')
  await expect(filters).toContainText('The platform checks it')
  await expect(filters.getByRole('button', { name: /^Delete filter/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Make it the filter/ })).toBeDisabled()
  // Nobody presses anything: it is read again by itself.
  await practice.post('/practice/clock', { advanceMs: 61_000 })
  await expect(filters).toContainText('ENABLED')
  await expect(filters).toContainText('The platform took it.')
  await filters.getByRole('button', { name: /^Delete filter/ }).click()
  await expect(filters).toContainText('DISABLED')

  await page.getByRole('button', { name: 'Back to the subscriptions' }).click()
  await expect(page.getByRole('listitem', { name: topicId }).first()).toContainText('No filter')
})

test('axe finds nothing in the workbench', async ({ page, api }) => {
  const field = await openFilter(page, api)
  await typeOver(page, field, '{"properties": {"readStatus": {"const": true}}, "requried": []}')
  await expect(page.getByText('0 of 1 captured event would pass')).toBeVisible()
  await expectEditor(page.getByRole('textbox', { name: /^Event/ }))
  expect(await axeFindings(page)).toEqual([])
})
