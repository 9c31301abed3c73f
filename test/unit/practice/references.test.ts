import { describe, expect, it } from 'vitest'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { createReferenceWatch } from '../../../main/practice/references.ts'

const looked = (body: string, path = '/sell/inventory/v1/inventory_item/A'): readonly string[] => {
  const watch = createReferenceWatch()
  watch.given('REF-0123456789')
  watch.look('PUT', path, body)
  return watch.breaches()
}

describe('the watch over mappingReferenceId', () => {
  it.each([
    ['its name as a field', JSON.stringify({ product: { mappingReferenceId: 'x' } })],
    ['a value that was given out, under another name', JSON.stringify({ product: { mpn: 'REF-0123456789' } })],
    ['a value inside a text', '<Message>about REF-0123456789</Message>'],
    [
      'its name in the variables of a GraphQL call',
      JSON.stringify({ query: '{ a }', variables: { mappingReferenceId: 1 } }),
    ],
    [
      'a value written into a GraphQL document',
      JSON.stringify({ query: '{ a(id: "REF-0123456789") }', variables: {} }),
    ],
  ])('MAP-12 INV-14 finds %s', (_name, body) => {
    expect(looked(body)).toHaveLength(1)
  })

  it('lets the selection of a GraphQL document name the field: there is no other way to be told it', () => {
    expect(looked(JSON.stringify({ query: '{ listingPreviews { mappingReferenceId } }', variables: {} }))).toEqual([])
  })

  it('MAP-12 a platform that was sent one does not stop without saying so, so that every test against it is a scan', async () => {
    const platform = await startPracticePlatform({ conversations: 0, items: 0 })
    await fetch(`${platform.url}/sell/inventory/v1/inventory_item/A`, {
      method: 'PUT',
      body: JSON.stringify({ mappingReferenceId: 'x' }),
    })
    await expect(platform.stop()).rejects.toThrow(
      /PUT \/sell\/inventory\/v1\/inventory_item\/A named mappingReferenceId/,
    )
  })
})
