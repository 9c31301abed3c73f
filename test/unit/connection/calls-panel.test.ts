import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { CallsPanel } from '../../../renderer/connection/panels/calls-panel.tsx'
import type { ServiceCalls } from '../../../shared/connection/contract.ts'
import { renderWindow } from '../../support/render-window.ts'

const messages: ServiceCalls = {
  label: 'Messages',
  counts: { seller: 40, watch: 31, readAhead: 22 },
  limit: { perDay: 5_000, source: 'published' },
  backgroundCap: 3_250,
  refusedUntilMs: null,
}

const listCells = (services: readonly ServiceCalls[]): string[] => {
  const html = renderWindow(createElement(CallsPanel), {
    'connection.calls': { services },
    'connection.status': { connection: { platform: 'ebay' } },
  })
  return [...html.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = '']) =>
    cell.replaceAll(/(<[^>]+>|\s)+/g, ' ').trim(),
  )
}

describe('the daily calls', () => {
  it('MSG-20 show by service and purpose, with what background reads may use and the limit', () => {
    expect(listCells([messages]).slice(6)).toEqual([
      'Messages',
      '40',
      '31',
      '22',
      '3,250',
      '5,000 Assumed, from the documentation',
    ])
  })

  it('PLT-38 say that the platform named the limit, and when', () => {
    const limit = { source: 'stated', perDay: 5_000, atMs: Date.now() - 2 * 3_600_000 } as const
    expect(listCells([{ ...messages, limit }]).at(-1)).toMatch(/^5,000 Stated by eBay \d \S+ ago$/)
  })

  it('PLT-38 say so where the platform publishes no limit', () => {
    const unknown = { ...messages, limit: { perDay: 2_000, source: 'unknown' }, backgroundCap: 2_000 } as const
    expect(listCells([unknown]).slice(-2)).toEqual(['2,000', 'No limit known'])
  })

  it('MSG-20 say when a service takes calls again', () => {
    const [name] = listCells([{ ...messages, refusedUntilMs: Date.now() + 60_000 }]).slice(6)
    expect(name).toMatch(/^Messages Accepts no calls until .*\d/)
  })
})
