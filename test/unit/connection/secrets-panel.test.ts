import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { SecretsPanel } from '../../../renderer/connection/panels/secrets-panel.tsx'
import { renderWindow } from '../../support/render-window.ts'

const show = (secrets: string): string =>
  renderWindow(createElement(SecretsPanel, { status: { secrets, keptSecrets: [] } as never }))

describe('the secrets in Settings', () => {
  it('AUT-04 say why they are not saved, and how to save them', () => {
    expect(show('kept')).toContain('Encrypted in this computer’s password store')
    expect(show('sessionOnly')).toMatch(/password store couldn’t be opened.*unlock it/)
    expect(show('unwanted')).toMatch(/started with --no-key-ring.*start Stallhand without that flag/)
    expect(show('unwanted')).not.toContain('couldn’t be opened')
  })
})
