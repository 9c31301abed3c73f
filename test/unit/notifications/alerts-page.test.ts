import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { AlertsPage } from '../../../renderer/notifications/alerts/alerts-page.tsx'
import { renderWindow } from '../../support/render-window.ts'

const part = { asOfMs: 1, problem: null, entries: [] }
const receiver = {
  registration: { state: 'never', steps: [] },
  registeredUrl: null,
  addressProblem: null,
}

const show = (topics: object): string =>
  renderWindow(createElement(AlertsPage, { receiver: receiver as never }), {
    'notifications.subscriptions': {
      config: { asOfMs: 1, problem: null, alertEmail: null },
      topics: { ...part, ...topics },
      destinations: part,
      subscriptions: part,
    },
  })

const NOT_REPORTED = 'doesn’t report this to your connection'

describe('choosing alerts', () => {
  it('NOT-01 says what the platform doesn’t report once its topics were read', () => {
    expect(show({})).toContain(NOT_REPORTED)
  })

  it('NOT-01 offers and denies nothing before the topics were read: it says why, and tries again', () => {
    const shown = show({ asOfMs: null, problem: 'The platform can’t be reached.' })
    expect(shown).not.toContain(NOT_REPORTED)
    expect(shown).not.toContain('checkbox')
    expect(shown).toContain('The platform can’t be reached.')
    expect(shown).toContain('Try again')
  })
})
