/** The filter editor: writing, testing on captured events, applying, and watching the result. */
import type { Locator, Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'

shareApp({ conversations: 0, items: 1 })

const topicId = 'BUYER_QUESTION'

type Subscriptions = {
  readonly subscriptions: { readonly entries: readonly { readonly subscriptionId: string }[] }
  readonly destinations: { readonly entries: readonly { readonly destinationId: string }[] }
}

/** Opens the filter of a subscription that got one test. */
const openFilter = async (page: Page, api: Api): Promise<Locator> => {
  await api('notifications.register', { events: ['ItemSold'] })
  const { subscriptions, destinations } = await api<Subscriptions>('notifications.subscriptions', {})
  if (subscriptions.entries.length === 0) {
    const { subscriptionId } = await api<{ subscriptionId: string }>('notifications.createSubscription', {
      topicId,
      destinationId: destinations.entries[0]?.destinationId,
      status: 'ENABLED',
      payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
    })
    await api('notifications.testSubscription', { subscriptionId })
  }
  await expect
    .poll(async () => (await api<{ rows: unknown[] }>('notifications.events', {})).rows.length)
    .toBeGreaterThan(0)
  await goTo(page, '#/notifications/subscriptions')
  const entry = page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem', { name: topicId })
  await entry.getByRole('button', { name: /^Filter/ }).click()
  const field = page.getByRole('textbox', { name: 'Filter', exact: true })
  // It opens by itself for a filter that conditions can't say, as soon as that is read.
  await expect(async () => {
    if (!(await field.isVisible())) await page.getByText('JSON Schema', { exact: true }).click()
    await expect(field).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return field
}

/** Waits until the editor has replaced the text area. */
const expectEditor = (field: Locator): Promise<void> => expect(field).not.toHaveJSProperty('tagName', 'TEXTAREA')

const typeOver = async (page: Page, field: Locator, text: string): Promise<void> => {
  await expectEditor(field)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

test('text typed before the editor loads keeps its caret and focus', async ({ page, api }) => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
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
  release()
  await expectEditor(field)
  await expect(field).toBeFocused()
  // Inserts the text in one go: undo would take letters typed with pauses one at a time.
  await page.keyboard.insertText(', "minItems": 1')
  await expect(field).toHaveText('{"type": "array", "minItems": 1}')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field).toHaveText('{"type": "array"}')

  // The draft survives a reload.
  await expect
    .poll(async () => {
      const { subscriptions } = await api<Subscriptions>('notifications.subscriptions', {})
      const subscriptionId = subscriptions.entries[0]?.subscriptionId
      return (await api<{ text: string | null }>('notifications.filterDraft', { subscriptionId })).text
    })
    .toBe('{"type": "array"}')
  await page.reload()
  await expectEditor(field)
  await expect(field).toHaveText('{"type": "array"}')
})

test('NOT-07 a filter is tested while typing, and its errors are reachable by keyboard', async ({ page, api }) => {
  const field = await openFilter(page, api)
  await typeOver(page, field, '{\n  "type": "object",\n  "properties": { "readStatus": { "cnst": true } }\n}')
  await expect(page.getByText('1 of 1 captured event would pass')).toBeVisible()
  await expect(page.getByRole('option', { name: /^Passes/ })).toHaveCount(1)
  const typo = page.getByRole('button', { name: /Line 3: cnst isn’t a keyword/ })
  await typo.focus()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('z')
  await expect(page.getByRole('button', { name: /zcnst/ })).toBeVisible()

  await typeOver(page, field, '{"properties": {"readStatus": {"const": true}}, "required": ["readStatus"]}')
  await expect(page.getByText('0 of 1 captured event would pass')).toBeVisible()
  await expect(
    page.getByRole('option', { name: /Doesn’t pass.*readStatus must be equal to constant: true/ }),
  ).toBeVisible()
  const event = page.getByRole('textbox', { name: /^Notification/ })
  await expectEditor(event)
  await expect(event).toHaveAttribute('aria-readonly', 'true')
  await expect(page.getByRole('button', { name: /Line \d+: It must be equal to constant: true/ })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  await typeOver(page, field, '{"type": 5}')
  await expect(page.getByText('Correct the filter to test it')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Apply filter/ })).toBeDisabled()
  // Tab goes to the fault, Shift+Tab back to the field.
  const wrong = page.getByRole('button', { name: /Line 1: type must be/ })
  await expect(wrong).toBeVisible()
  await field.focus()
  await page.keyboard.press('Tab')
  await expect(wrong).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(field).toBeFocused()
})

test('NOT-06 an applied filter is watched until the platform decides', async ({ page, api, practice }) => {
  const field = await openFilter(page, api)
  // Decided only once the clock advances, however long the window takes.
  await practice.post('/practice/settings', { filterConfirmationMs: 60_000 })
  await typeOver(page, field, '{"properties": {"readStatus": {"const": false}}}')
  await page.getByRole('button', { name: /^Apply filter/ }).click()
  const filters = page.getByRole('list', { name: 'Filters of this subscription' })
  await expect(filters).toContainText('Being checked')
  await expect(filters).toContainText('The platform is checking it')
  await expect(filters.getByRole('button', { name: /^Delete filter/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Apply filter/ })).toBeDisabled()
  await practice.post('/practice/clock', { advanceMs: 61_000 })
  await expect(filters).toContainText('Enabled')
  await expect(filters).toContainText('The platform accepted it.')
  await filters.getByRole('button', { name: /^Delete filter/ }).click()
  await expect(filters).toContainText('Disabled')

  await page.getByRole('button', { name: 'Back to subscriptions' }).click()
  await expect(page.getByRole('listitem', { name: topicId }).first()).toContainText('No filter')
})

test('NOT-06 the buttons of a filter stay where they are when its schema is read', async ({ page, api, practice }) => {
  const field = await openFilter(page, api)
  // The platform's decision would remove a line above the buttons.
  await practice.post('/practice/settings', { filterConfirmationMs: 3_600_000 })
  await practice.post('/practice/faults', { operation: 'getSubscriptionFilter', fault: 'status', status: 500 })
  await typeOver(page, field, '{"properties": {"readStatus": {"const": true}}}')
  await page.getByRole('button', { name: /^Apply filter/ }).click()
  const filter = page.getByRole('listitem', { name: /^Filter / }).filter({ hasText: 'Being checked' })
  const refresh = filter.getByRole('button', { name: 'Refresh' })
  await expect(refresh).toBeVisible()
  // It appears above the buttons once the filter is tested.
  await expect(page.getByText('This filter blocks everything.')).toBeVisible()
  const before = await refresh.boundingBox()
  await practice.delete('/practice/faults')
  await refresh.click()
  await expect(filter.getByRole('textbox', { name: /^Schema of/ })).toBeVisible()
  // While it is pressed, the button also has a spinner.
  await expect.poll(() => refresh.boundingBox()).toEqual(before)
})

test('NOT-07 a filter is chosen by fields of a captured event, without JSON Schema', async ({ page, api }) => {
  const field = await openFilter(page, api)
  await typeOver(page, field, '{"type": "object", "properties": {}}')
  await page.getByText('JSON Schema', { exact: true }).click()
  await expect(field).toBeHidden()
  await page.getByRole('button', { name: 'Add a condition' }).click()
  const condition = page.getByRole('list', { name: 'Conditions' }).getByRole('listitem')
  await condition.getByRole('button', { name: /Field/ }).click()
  await page.getByRole('option', { name: 'Read status' }).click()
  await condition.getByRole('button', { name: /Value/ }).click()
  await page.getByRole('option', { name: 'Yes', exact: true }).click()
  await expect(page.getByText('0 of 1 captured event would pass')).toBeVisible()
  await condition.getByRole('button', { name: /Value/ }).click()
  await page.getByRole('option', { name: 'No', exact: true }).click()
  await expect(page.getByText('1 of 1 captured event would pass')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove the condition on Read status' }).click()
  await expect(page.getByText('Every notification is delivered.')).toBeVisible()
})

test('NOT-07 a condition without its number can’t be applied, and stays so when the page is left', async ({
  page,
  api,
}) => {
  const field = await openFilter(page, api)
  await typeOver(
    page,
    field,
    '{"type": "object", "properties": {"price": {"type": "number", "minimum": 20}}, "required": ["price"]}',
  )
  const value = page.getByRole('list', { name: 'Conditions' }).getByRole('textbox', { name: 'Value' })
  const apply = page.getByRole('button', { name: /^Apply filter/ })
  await expect(value).toHaveValue('20')
  await expect(apply).not.toHaveAccessibleName(/not possible/)
  for (const text of ['', 'twenty']) {
    await value.fill(text)
    await expect(page.getByText('Enter a number, for example')).toBeVisible()
    await expect(value).toHaveValue(text)
    await expect(apply).toHaveAccessibleName(/not possible: Enter the missing number first/)
  }
  const place = new URL(page.url()).hash
  await goTo(page, '#/inbox')
  await goTo(page, place)
  await expect(value).toHaveValue('')
  await expect(apply).toHaveAccessibleName(/not possible: Enter the missing number first/)
  await value.fill('25')
  await expect(apply).not.toHaveAccessibleName(/not possible/)
})
