import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { StatusLine } from '../../../renderer/shell/status-line.tsx'
import { setLocale } from '../../../renderer/ui/format/locale-format.ts'
import { renderWindow } from '../../support/render-window.ts'

const shown = { id: 'a', name: 'Counter shop', isShown: true, tone: 'good', label: 'on', why: null, unseen: 3 }
const other = { ...shown, id: 'b', name: 'Second shop', isShown: false }
const show = (...receivers: readonly object[]): string =>
  renderWindow(createElement(StatusLine), { 'connection.receivers': { receivers } })

describe('the status line', () => {
  it('counts as the rail does', () => {
    setLocale('en-US')
    const line = renderWindow(createElement(StatusLine), { 'outbound.counts': { open: 1_234, needsUser: 1_000 } })
    setLocale(undefined)
    expect(line).toContain('Outbox 1,234, 1,000 need you')
  })

  it('RCV-05 shows the receiver of every registered connection, and new events in those not shown', () => {
    const line = show(shown, { ...other, tone: 'caution', label: 'off' }, { ...other, id: 'c', unseen: 0 })
    expect(
      [...line.matchAll(/data-tone="(\w+)"[^>]*><\/span>([^<]+)</g)].map(([, tone, text]) => [tone, text]),
    ).toEqual([
      ['good', 'Instant alerts on'],
      ['caution', 'Second shop off, 3 new'],
      ['good', 'Second shop on'],
    ])
  })
})
