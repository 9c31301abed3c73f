import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { arriveAt, leaveToasts, ToastRegion, toast, toastFailure } from '../../../../renderer/ui/feedback/toast.tsx'

const shown = (): string => renderToStaticMarkup(createElement(ToastRegion))

it('a warning stays until it is dismissed, however many sales are announced after it', () => {
  const dismissWarning = toast({ text: 'A notification was ignored.', tone: 'danger' })
  const sales = Array.from({ length: 6 }, (_, index) => toast({ text: `Item ${index} sold`, tone: 'good' }))
  expect(shown()).toContain('Item 5 sold')
  for (const dismiss of sales) dismiss()
  expect(shown()).toContain('A notification was ignored.')
  dismissWarning()
  expect(shown()).not.toContain('ignored')
})

it('of the former connection only a warning stays after a switch, with its name and no action', () => {
  const dismissWarning = toast({
    text: 'A notification was ignored.',
    tone: 'danger',
    action: { label: 'Open', onPress: () => undefined },
  })
  toast({ text: '1 conversation archived.', action: { label: 'Undo', onPress: () => undefined } })
  leaveToasts('Practice shop')
  expect(shown()).toContain('Practice shop: A notification was ignored.')
  expect(shown()).not.toMatch(/archived|Open|1 more/)
  // Another switch names it no second time.
  leaveToasts('Other shop')
  expect(shown()).toContain('>Practice shop: A notification')
  dismissWarning()
})

it('news that names its connection stays as it is after a switch', () => {
  const dismiss = toast({ text: 'Third shop: Camera sold', tone: 'good', outlivesSwitch: true })
  leaveToasts('Practice shop')
  expect(shown()).toContain('>Third shop: Camera sold')
  dismiss()
})

it('a warning goes once its subject is on screen', () => {
  const isSeenAt = (hash: string): boolean => hash === '#/notifications'
  const dismiss = toast({ text: 'A forged notification was quarantined.', tone: 'danger', isSeenAt })
  arriveAt('#/items', true)
  expect(shown()).toContain('quarantined')
  arriveAt('#/notifications', true)
  expect(shown()).not.toContain('quarantined')
  dismiss()
})

it('a failure stays on its screen, and is no longer shown a while after the screen was left', () => {
  vi.useFakeTimers()
  toastFailure(new Error('The disk is full.'))
  vi.advanceTimersByTime(600_000)
  arriveAt('#/inbox/1', false)
  vi.advanceTimersByTime(600_000)
  expect(shown()).toContain('The disk is full.')
  arriveAt('#/items', true)
  expect(shown()).toContain('The disk is full.')
  vi.advanceTimersByTime(7_000)
  // What has expired is dropped with the next toast that is dismissed.
  toast({ text: 'Other news' })()
  expect(shown()).not.toContain('The disk is full.')
  vi.useRealTimers()
})
