import { afterEach, expect, it, vi } from 'vitest'
import { createBrowser, createLocalTransport } from '../../../../renderer/api/transport/local-transport.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page that stays visible. Records whether each call uses `keepalive`. */
const openPage = () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const outlasts: (boolean | undefined)[] = []
  const transport = createLocalTransport({
    ...createBrowser(),
    headers: () => ({}),
    fetch: async (_, { keepalive }) => {
      outlasts.push(keepalive)
      return Response.json({ ok: true, value: null })
    },
  })
  return { window, outlasts, save: () => transport.call('messaging.saveDraft', {}) }
}

it('a call during pagehide outlasts the page, although the page still counts as visible', async () => {
  const { window, outlasts, save } = openPage()
  window.addEventListener('pagehide', () => void save())
  await save()
  window.dispatchEvent(new Event('pagehide'))
  expect(outlasts).toEqual([false, true])
})

it('a page that comes back calls as before', async () => {
  const { window, outlasts, save } = openPage()
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pageshow'))
  await save()
  expect(outlasts).toEqual([false])
})
