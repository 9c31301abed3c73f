/** The pages behind the subscriptions: legacy events, the challenge doctor, a key; and the telling of events in Practice. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ shop: { conversations: 1, items: 2 } })

const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((place) => {
    window.location.hash = place
  }, hash)

const axe = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).exclude('[data-live-announcer]').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

test('legacy events show what would change before it is sent, and what the platform has afterwards (SOAP-02, SOAP-03)', async ({
  page,
  api,
}) => {
  await api('notifications.register', { events: ['ItemSold'] })
  await go(page, '#/notifications/subscriptions/legacy')
  const events = page.getByRole('list', { name: 'Events' })
  await events.getByText('BidReceived').click()
  await events.getByText('ItemSold').click()
  const changes = page.getByRole('list', { name: 'What changes' })
  await expect(changes.getByRole('listitem')).toHaveCount(2)
  await expect(changes).toContainText('BidReceived Enable')
  await expect(changes).toContainText('ItemSold Disable')
  await axe(page)
  await page.getByRole('button', { name: /^Send 2 changes/ }).click()
  await expect(page.getByText('Nothing yet. Choose events')).toBeVisible()
  await expect(events.getByRole('checkbox', { name: /BidReceived/ })).toBeChecked()
  await expect(events.getByRole('checkbox', { name: /ItemSold/ })).not.toBeChecked()
})

test('the challenge doctor asks this receiver and names what is wrong with an answer, without the token (RCV-02, AUT-04)', async ({
  page,
  api,
}) => {
  await go(page, '#/notifications/subscriptions/challenge')
  await page.getByRole('button', { name: 'Ask on this machine' }).click()
  await expect(page.getByText('It is answered as the platform wants it.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What is hashed, in order' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText(/^•+$/)).toHaveCount(1)
  const { response } = await api<{ response: string }>('notifications.challenge', {
    challengeCode: 'c-1',
    endpoint: null,
  })
  await page.getByLabel('Challenge code').fill('c-1')
  await page.getByLabel('The answer that was not taken').fill(response.toUpperCase())
  await expect(page.getByText('The hex is in upper case')).toBeVisible()
  await axe(page)
  await page.getByLabel('A token of yours').fill('not-the-kept-one')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText(/This is another token than the one that Stallhand keeps/)).toBeVisible()
  await page.getByRole('button', { name: 'Use this one from now on' }).click()
  await expect(page.getByText('A verification token has 32 to 80 letters')).toBeVisible()
  await page.getByLabel('A token of yours').fill('my-own-token-of-the-form-0123456789')
  await page.getByRole('button', { name: 'Use this one from now on' }).click()
  await expect(page.getByText('The challenge is answered with it from now on.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask on this machine' }).click()
  await expect(page.getByText('It is answered as the platform wants it.')).toBeVisible()
  await axe(page)
})

test('an event that the platform takes for unanswered waits for its next try, and arrives once (RCV-05, RCV-07)', async ({
  page,
  api,
}) => {
  await api('notifications.register', { events: ['FixedPriceTransaction'] })
  await go(page, '#/practice')
  await page.getByText('Make it difficult').first().click()
  await page.getByRole('button', { name: /The platform hears/ }).click()
  await page.getByRole('option', { name: 'An error 500' }).click()
  await page.getByRole('button', { name: 'Make it happen' }).click()
  const waiting = page.getByRole('list', { name: 'Waiting for the next try' })
  await expect(waiting).toContainText('heard 500; try 2')
  await waiting.getByRole('button', { name: 'Now' }).click()
  await expect(waiting).toBeHidden()
  await expect
    .poll(async () => (await api<{ rows: { deliveryCount: number }[] }>('notifications.events', {})).rows)
    .toMatchObject([{ deliveryCount: 2 }])
})
