import { createElement } from 'react'
import { expect, it } from 'vitest'
import { ResultOverview } from '../../../renderer/mapping/results/result-overview.tsx'
import type { TaskPage } from '../../../shared/mapping/contract.ts'
import { renderWindow } from '../../support/render-window.ts'

const lists = {
  Invalid: ['invalidProducts', { index: 0, externalProductId: 'I1', sent: undefined, errors: [] }, 'I1'],
  Unmapped: ['unmappedProducts', { index: 0, externalProductId: 'U1', title: 'A teapot like no other' }, 'teapot'],
  Unprocessed: ['unprocessedProducts', { index: 0, externalProductId: 'N1', title: 'A lamp' }, 'lamp'],
  Suggestions: ['previews', { index: 0, title: 'Preview 1', sku: 'S1', pictureUrl: null }, 'Preview 1'],
} as const
type Heading = keyof typeof lists
const headings = Object.keys(lists) as readonly Heading[]

/** The part of the overview under each heading. */
const show = (filled: readonly Heading[]): Readonly<Record<Heading, string>> => {
  const input = JSON.stringify({ taskRef: 1, limit: 5 })
  const answers = Object.fromEntries(
    headings.map((heading) => {
      const [method, row] = lists[heading]
      const rows = filled.includes(heading) ? [row] : []
      return [`mapping.${method} ${input}`, { rows, total: rows.length }]
    }),
  )
  const html = renderWindow(createElement(ResultOverview, { task: { taskRef: 1 } as TaskPage }), answers)
  const parts = html.split('<section ').slice(1)
  return Object.fromEntries(
    headings.map((heading) => [heading, parts.find((part) => part.startsWith(`aria-label="${heading}"`)) ?? '']),
  ) as Record<Heading, string>
}

it('MAP-04 all combinations of problem lists show each list without a click, with previews and without', () => {
  for (let combination = 0; combination < 2 ** headings.length; combination += 1) {
    const filled = headings.filter((_, bit) => (combination & (1 << bit)) !== 0)
    const shown = show(filled)
    const withRow = headings.filter(
      (heading) => shown[heading].includes('<li') && shown[heading].includes(lists[heading][2]),
    )
    expect(withRow, filled.join()).toEqual(filled)
  }
})
