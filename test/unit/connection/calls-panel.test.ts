import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { CallsPanel } from '../../../renderer/connection/panels/calls-panel.tsx'
import type { ServiceCalls } from '../../../shared/connection/contract.ts'
import { renderWindow } from '../../support/render-window.ts'

const messages: ServiceCalls = {
  label: 'Messages',
  counts: { seller: 40, watch: 31, readAhead: 22 },
  limit: { perDay: 5_000, source: 'learned' },
  reserve: 1_750,
  refusedUntilMs: null,
}

const listCells = (services: readonly ServiceCalls[]): string[] => {
  const html = renderWindow(createElement(CallsPanel), { 'connection.calls': { services } })
  return [...html.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = '']) =>
    cell.replaceAll(/(<[^>]+>|\s)+/g, ' ').trim(),
  )
}

describe('the daily calls', () => {
  it('MSG-20 show by service and purpose, with the limit, where it comes from, and what is left for the seller', () => {
    expect(listCells([messages]).slice(6)).toEqual([
      'Messages',
      '40',
      '31',
      '22',
      'learned from a refusal 5,000',
      '1,710',
    ])
  })

  it('MSG-20 say when a service takes calls again', () => {
    const [name] = listCells([{ ...messages, refusedUntilMs: Date.now() + 60_000 }]).slice(6)
    expect(name).toMatch(/^Messages Accepts no calls until .*\d/)
  })
})
