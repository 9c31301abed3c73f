import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ToastRegion, toast } from '../../../renderer/ui/toast.tsx'

const shown = (): string => renderToStaticMarkup(createElement(ToastRegion))

it('a warning stays until it is dismissed, however many sales are announced after it', () => {
  const dismissWarning = toast({ text: 'A forged notification was quarantined.', tone: 'danger' })
  const sales = Array.from({ length: 6 }, (_, index) => toast({ text: `Item ${index} sold`, tone: 'good' }))
  expect(shown()).toContain('Item 5 sold')
  for (const dismiss of sales) dismiss()
  expect(shown()).toContain('A forged notification was quarantined.')
  dismissWarning()
  expect(shown()).not.toContain('quarantined')
})
