/** A production shop: every button that sends looks different, the first send asks for consent, and a lock disables sending. */
import type { Page } from 'playwright/test'
import { practiceCredentials } from '../../main/practice/credentials.ts'
import { expect, goTo, test } from './fixtures.ts'
import { openConnection } from './open-connection.ts'
import { waitForInbox } from './read-ahead.ts'

test.use({ shop: { conversations: 4, items: 4 } })

const question = (page: Page) => page.getByText('Answer the question outside this window')
const sendButton = (page: Page) => page.getByRole('region', { name: 'Reply' }).getByRole('button', { name: /^Send/ })

const buttonsThatSend = (page: Page) => page.getByRole('main').locator('button[data-kind]').filter({ visible: true })

test('production asks for consent once, on the first send; reading asks nothing, and a lock disables every button that sends', async ({
  page,
  practice,
  api,
  host,
  answerHost,
}) => {
  test.skip(host === 'electron', "Electron's own dialogs can’t be answered from a test")
  const profile = {
    name: 'Real shop',
    kind: 'production',
    baseUrl: practice.url,
    oauth: { clientId: practiceCredentials.clientId },
  }
  const { id } = await api<{ id: string }>('connection.create', { profile })
  await openConnection(page, api, id, 'Production')
  const { clientSecret, refreshToken } = practiceCredentials
  await api('connection.keepSecrets', { clientSecret, refreshToken })
  // No undo time, so messages are sent at once.
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
  const writes = async (): Promise<readonly string[]> => {
    const { requests } = (await practice.get('/practice/status')) as {
      requests: readonly { method: string; operation: string }[]
    }
    return requests.filter(({ method }) => method !== 'GET').map(({ operation }) => operation)
  }
  const changes = async () =>
    (await writes()).filter((operation) => /Conversation|sendMessage|Inventory/.test(operation))

  await page.getByRole('button', { name: 'Check for new messages' }).click()
  const rows = page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')
  await expect(rows).toHaveCount(4)
  await waitForInbox(page, api)

  await test.step('conversations are opened and written in without a question, and nothing is changed', async () => {
    for (const index of [0, 1]) {
      await rows.nth(index).click()
      await expect(page.getByRole('region', { name: /^Messages with/ })).toBeVisible()
      const composer = page.getByRole('textbox', { name: /^Reply to/ })
      // The previous composer still holds its text.
      await expect(composer).toHaveValue('')
      await composer.fill('On its way')
      await expect(page.getByRole('region', { name: 'Reply' }).getByText(/^Saved/)).toBeVisible()
    }
    await expect(question(page)).toBeHidden()
    expect((await api<{ writes: unknown }>('connection.status')).writes).toEqual({
      state: 'unconfirmed',
      question: 'none',
    })
    expect(await changes()).toEqual([])
  })

  await test.step('RCV-14 an address that would be refused is not offered to be registered, and leads to where it is written', async () => {
    await goTo(page, '#/notifications')
    const main = page.getByRole('main')
    await expect(main).toContainText('Production accepts HTTPS addresses only')
    await goTo(page, '#/notifications/alerts')
    await expect(main).toContainText('would refuse the address of this computer')
    await expect(main.getByRole('button', { name: /^Turn on alerts.*not possible/ })).toBeVisible()
    await main.getByRole('button', { name: 'Change address' }).first().click()
    await expect(page.getByRole('textbox', { name: 'Public address' })).toBeFocused()
    await goTo(page, '#/notifications/subscriptions')
    const reach = page.getByRole('region', { name: 'Reach' })
    await expect(reach.getByRole('button', { name: 'Change address' })).toBeVisible()
    // The legacy calls have separate credentials. They are missing here, so the page links to their settings.
    await goTo(page, '#/notifications/subscriptions/legacy')
    await expect(page.getByText('The application name is missing.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'open secrets in Settings' })).toBeVisible()
    // Reading doesn't ask the seller here either.
    await expect(question(page)).toBeHidden()
    await goTo(page, '#/inbox')
    await rows.nth(1).click()
  })

  await test.step('sending asks at once; "Not now" leaves a notice, and the message waits', async () => {
    await expect(sendButton(page)).toHaveAccessibleName(/, Production$/)
    await sendButton(page).click()
    await expect(question(page)).toBeVisible()
    await answerHost('Not now')
    await expect(page.getByText('Nothing is sent to your real shop yet.')).toBeVisible()
    await expect(page.getByText('Waiting for your permission').first()).toBeVisible()
    expect(await changes()).toEqual([])
  })

  await test.step('once allowed it goes out by itself, and nothing is asked again, over a switch and back', async () => {
    await page.getByRole('button', { name: 'Allow sending' }).click()
    await answerHost('Allow sending')
    const sent = async () => (await changes()).filter((operation) => operation === 'sendMessage').length
    await expect.poll(sent).toBe(1)
    // Switching connections closes the conversation, so check each one before the next step.
    for (const [other, kind] of [
      ['practice', 'Practice'],
      [id, 'Production'],
    ] as const) {
      await api('connection.open', { id: other })
      await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText(kind)
    }
    // The conversation that was open here opens again first.
    await expect(page.getByRole('region', { name: /^Messages with/ })).toBeVisible()
    const buyer = await rows.nth(2).locator('bdi').first().innerText()
    // The message that was just sent may still move its conversation.
    await rows.filter({ hasText: buyer }).first().click()
    // By name: until this conversation is shown, the composer is still the other one's.
    const composer = page.getByRole('textbox', { name: `Reply to ${buyer}` })
    await composer.fill('And this one')
    await sendButton(page).click()
    await expect(composer).toHaveValue('')
    await expect(question(page)).toBeHidden()
  })

  await test.step('in read-only mode, every button that sends says why it does not', async () => {
    await api('connection.lockWrites', { isReadOnly: true })
    await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText(/read/i)
    const seen: string[] = []
    const main = page.getByRole('main')
    // Each with what its screen shows once it is loaded. Until then the screen before it may still be there.
    for (const [place, loaded] of [
      ['#/inbox', sendButton(page)],
      ['#/mapping/new', main.getByRole('button', { name: /^Start mapping/ })],
      ['#/notifications/subscriptions', main.getByRole('button', { name: /^Save email/ })],
    ] as const) {
      await goTo(page, place)
      if (place === '#/inbox') await rows.nth(2).click()
      await expect(loaded).toBeVisible()
      await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
      for (const button of await buttonsThatSend(page).all()) {
        const name = await button.innerText()
        await expect(button, `${place}: ${name}`).toHaveAttribute('data-kind', 'production')
        await expect(button, `${place}: ${name}`).toBeDisabled()
        seen.push(name)
      }
    }
    expect(seen.length, seen.join(' | ')).toBeGreaterThanOrEqual(3)
    const before = (await changes()).length
    await goTo(page, '#/inbox')
    await rows.nth(3).click()
    await expect(page.getByRole('region', { name: /^Messages with/ })).toBeVisible()
    expect((await changes()).length).toBe(before)
  })
})
