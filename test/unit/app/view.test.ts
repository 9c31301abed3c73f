import { describe, expect, it } from 'vitest'
import { createAppState } from '../../../main/app/handlers.ts'
import type { Ports } from '../../../main/ports.ts'
import { appContract } from '../../../shared/app/contract.ts'
import { appStateDeps } from '../../support/app-state-deps.ts'

const createView = () => {
  const kept = new Map<string, unknown>()
  const open = { shop: 'practice' }
  const ports = {
    settings: { get: (key: string) => kept.get(key), set: (key: string, value: unknown) => void kept.set(key, value) },
    desktop: { onChange: () => undefined },
  } as unknown as Ports
  const appState = createAppState(ports, { ...appStateDeps, openId: () => open.shop })
  return {
    kept,
    appState,
    show: (shop: string): void => {
      open.shop = shop
    },
    view: async () => appState.handlers.view({}),
    save: async (key: string, value: string | number) => appState.handlers.saveView({ key, value }),
  }
}

describe('the saved state of the window', () => {
  it('is shared by all connections if it is about the window, and separate if it is about a shop', async () => {
    const { show, view, save } = createView()
    await save('appearance.theme', 'dark')
    await save('messaging.open', 'c1')
    expect(await view()).toEqual({ shop: 'practice', values: { 'appearance.theme': 'dark', 'messaging.open': 'c1' } })
    show('sandbox')
    expect(await view()).toEqual({ shop: 'sandbox', values: { 'appearance.theme': 'dark' } })
    await save('messaging.open', 'c9')
    await save('inventory.seenRun', 3)
    show('practice')
    expect((await view()).values).toEqual({ 'appearance.theme': 'dark', 'messaging.open': 'c1' })
  })

  it('is saved for the shop that the window showed, even if another is open by then', async () => {
    const { appState, show, view } = createView()
    show('sandbox')
    await appState.handlers.saveView({ key: 'messaging.open', value: 'c1', shop: 'practice' })
    expect((await view()).values).toEqual({})
    show('practice')
    expect((await view()).values).toEqual({ 'messaging.open': 'c1' })
  })

  it('from an earlier version with one location for all shops is ignored', async () => {
    const { kept, view } = createView()
    kept.set('view', { 'messaging.open': 'c1', 'messaging.listWidth': 300 })
    expect((await view()).values).toEqual({ 'messaging.listWidth': 300 })
  })

  it('has room for a saved view of the items with forty columns', () => {
    const columns = Array.from({ length: 40 }, (_, index) => `aspect:${index}${'x'.repeat(38)}`)
    const value = [JSON.stringify({ name: 'To finish', search: '', filter: 'all', columns })]
    expect(appContract.saveView.input.safeParse({ key: 'inventory.views', value }).success).toBe(true)
  })

  it('is deleted with its connection', async () => {
    const { appState, show, view, save, kept } = createView()
    show('sandbox')
    await save('messaging.open', 'c9')
    appState.forgetConnection('sandbox')
    expect((await view()).values).toEqual({})
    expect(JSON.stringify([...kept])).not.toContain('c9')
  })
})
