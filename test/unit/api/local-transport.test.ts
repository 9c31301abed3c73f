import { afterEach, expect, it, vi } from 'vitest'
import { createBrowserPlatform, createLocalTransport } from '../../../renderer/api/local-transport.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page that is visible until the end; what it asked its host for outlasts it or not. */
const openPage = () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const outlasts: (boolean | undefined)[] = []
  const transport = createLocalTransport({
    ...createBrowserPlatform(),
    headers: () => ({}),
    fetch: async (_, { keepalive }) => {
      outlasts.push(keepalive)
      return Response.json({ ok: true, value: null })
    },
  })
  return { window, outlasts, save: () => transport.call('messaging.saveDraft', {}) }
}

it('what is saved while the page closes outlasts the page, which still counts as visible then', async () => {
  const { window, outlasts, save } = openPage()
  window.addEventListener('pagehide', () => void save())
  await save()
  window.dispatchEvent(new Event('pagehide'))
  expect(outlasts).toEqual([false, true])
})

it('a page that comes back asks as before', async () => {
  const { window, outlasts, save } = openPage()
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pageshow'))
  await save()
  expect(outlasts).toEqual([false])
})
