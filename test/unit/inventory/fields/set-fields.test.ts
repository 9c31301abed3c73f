import { describe, expect, it } from 'vitest'
import { moreOfferFields } from '../../../../shared/inventory/fields/offer-fields.ts'
import { listSetFields } from '../../../../shared/inventory/fields/set-fields.ts'

const listSet = (texts: Readonly<Record<string, string>>) =>
  listSetFields(moreOfferFields, ({ id }) => texts[id] ?? '').map(({ label }) => label)

describe('the summary of a closed group of fields', () => {
  it('LST-16 does not name a private listing when the flag is no', () => {
    expect(listSet({ hideBuyerDetails: 'no', includeCatalogProductDetails: 'no' })).toEqual([])
  })

  it('LST-16 names a flag that is yes, and every other field with a value', () => {
    expect(listSet({ hideBuyerDetails: 'yes', lotSize: '2' })).toEqual(
      expect.arrayContaining(['Private listing', expect.stringMatching(/lot/i)]),
    )
  })
})
