import { describe, expect, it } from 'vitest'
import { draftLocation, pageLinks } from '../../../renderer/outbox/page-links.ts'
import { type ChangePage, changePageSchema } from '../../../shared/outbound/change-page.ts'

const hrefOf = (page: ChangePage['page'], id: string): string | undefined =>
  pageLinks({ page: { page, id }, run: null })[0]?.href

describe('the link of a change', () => {
  it.each([
    ['conversation', '#/inbox/A%2F1'],
    ['newMessage', '#/inbox/~new/A%2F1'],
    ['item', '#/items/A%2F1'],
    ['listing', '#/items/~listing/A%2F1'],
    ['group', '#/items/~variations/A%2F1'],
    ['order', '#/orders/A%2F1'],
    ['task', '#/mapping/A%2F1'],
    ['subscriptions', '#/notifications/subscriptions'],
  ] as const)('OFF-03 opens what it is about: %s', (page, href) => {
    expect(hrefOf(page, 'A/1')).toBe(href)
  })

  it('OFF-03 exists for every page that a kind can name', () => {
    for (const page of changePageSchema.shape.page.options) expect(hrefOf(page, '1')).toMatch(/^#\/\w+/u)
  })

  it('MSG-16 leads from a withdrawn message to the cursor in its draft', () => {
    expect(draftLocation({ page: 'conversation', id: 'c1' }).path).toEqual(['c1', 'reply'])
    expect(draftLocation({ page: 'newMessage', id: 'anna' }).path).toEqual(['~new', 'anna'])
  })

  it('OFF-06 of a run opens it beside the list that it was started from', () => {
    expect(pageLinks({ page: null, run: { runId: 12, label: 'ship' } })).toEqual([
      { label: 'Open the run', href: '#/orders/~run/12' },
    ])
    expect(pageLinks({ page: null, run: { runId: 12, label: 'prices' } })[0]?.href).toBe('#/items/~run/12')
  })

  it('OFF-06 in a run is followed by the link of the run', () => {
    const links = pageLinks({ page: { page: 'order', id: '11-1' }, run: { runId: 12, label: 'ship' } })
    expect(links.map(({ label }) => label)).toEqual(['Open the order', 'Open the run'])
  })
})
