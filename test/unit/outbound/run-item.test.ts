import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RunItem } from '../../../renderer/runs/run-item.tsx'

/** The visible text, without the tooltip. */
const read = (label: 'ship' | 'prices'): string =>
  renderToStaticMarkup(
    createElement(RunItem, { label, sku: '14-92154-75176', title: 'Rangefinder camera' }),
  ).replaceAll(/<[^>]*>/g, '')

describe('what a row of a review is about', () => {
  it('ORD-03 begins with the order’s number, because two orders may have the same item', () => {
    expect(read('ship')).toBe('14-92154-75176 Rangefinder camera')
  })

  it('OFF-06 begins with an item’s title', () => {
    expect(read('prices')).toBe('Rangefinder camera 14-92154-75176')
  })
})
