import { describe, expect, it } from 'vitest'
import { confirmText, feesText } from '../../../renderer/listing/listing-labels.ts'
import { setLocale } from '../../../renderer/ui/format/locale-format.ts'
import { platforms } from '../../../shared/connection/platforms.ts'

setLocale('en-US')

describe('the sentence that confirms a publication', () => {
  const confirmed = { marketplaceId: 'EBAY_US', price: '129.00', currency: 'USD', quantity: 3 }

  it('LST-04 names quantity, price and marketplace', () => {
    expect(confirmText(confirmed, 'United States')).toBe('Publish 3 for $129.00 each on the United States marketplace?')
    expect(confirmText({ ...confirmed, quantity: 1 }, 'United States')).toBe(
      'Publish 1 for $129.00 on the United States marketplace?',
    )
  })

  it('LST-04 names each fee, says when there is none, and when it is not known', () => {
    const { name } = platforms.ebay
    expect(feesText([{ feeType: 'InsertionFee', amount: '0.35', currency: 'USD' }], name)).toBe(
      'Fees: $0.35 insertion fee.',
    )
    expect(feesText([], name)).toBe('No listing fees.')
    expect(feesText(null, name)).toBe('eBay did not say what it costs.')
  })

  it('shows a currency it does not know as its code', () => {
    expect(confirmText({ ...confirmed, currency: '??' }, 'Shop')).toContain('129 ??')
  })
})
