import { describe, expect, it } from 'vitest'
import { confirmText, feesText, listOpen, nextText } from '../../../renderer/listing/listing-labels.ts'
import { setLocale } from '../../../renderer/ui/format/locale-format.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { aspectPath } from '../../../shared/inventory/item.ts'
import type { Requirement } from '../../../shared/listing/contract.ts'

setLocale('en-US')

describe('the sentence that confirms a publication', () => {
  const confirmed = { marketplaceId: 'EBAY_US', price: '129.00', currency: 'USD', quantity: 3 }

  it('LST-04 names quantity, price and marketplace', () => {
    expect(confirmText(confirmed, 'United States')).toBe('3 for $129.00 each on the United States marketplace')
    expect(confirmText({ ...confirmed, quantity: 1 }, 'United States')).toBe(
      '1 for $129.00 on the United States marketplace',
    )
  })

  it('LST-04 names each fee, says when there is none, and when it is not known', () => {
    const { name } = platforms.ebay
    expect(feesText([{ feeType: 'InsertionFee', amount: '0.35', currency: 'USD' }], name)).toBe(
      'Fees: $0.35 insertion fee.',
    )
    expect(feesText([], name)).toBe('No listing fees.')
    expect(feesText(null, name)).toBe('eBay didn’t say what it costs.')
  })

  it('shows a currency it does not know as its code', () => {
    expect(confirmText({ ...confirmed, currency: '??' }, 'Shop')).toContain('129 ??')
  })
})

describe('the next step of a listing', () => {
  const missing = (key: Requirement['key'], fix: Requirement['fix'] = null): Requirement => ({
    key,
    state: 'missing',
    message: '',
    fix,
    fill: null,
  })

  it('LST-01 goes down the page: pictures first, the save of the item last', () => {
    const met: Requirement = { ...missing('title'), state: 'met' }
    const open = listOpen([missing('itemSaved'), met, missing('price'), missing('category'), missing('pictures')])
    expect(open.map(({ key }) => key)).toEqual(['pictures', 'category', 'price', 'itemSaved'])
  })

  it('LST-01 names what is missing, an item specific by its own name', () => {
    expect(nextText(missing('price'))).toBe('Next: price')
    expect(nextText(missing('aspects', { at: 'item', path: aspectPath('Brand') }))).toBe('Next: Brand')
  })
})
