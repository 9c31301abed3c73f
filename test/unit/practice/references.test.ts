import { describe, expect, it } from 'vitest'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { createReferenceWatch } from '../../../main/practice/references.ts'

const checkBody = (body: string, path = '/sell/inventory/v1/inventory_item/A'): readonly string[] => {
  const watch = createReferenceWatch()
  watch.issued('REF-0123456789')
  watch.check('PUT', path, body)
  return watch.breaches()
}

const graphql = '/sell/listing_preview/graphql'
const selection = 'query Q($input: I!) { a(input: $input) { b { listingPreviews { sku mappingReferenceId } } } }'

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
    ['a document in a call that is no GraphQL call', JSON.stringify({ query: selection })],
  ])('MAP-12 INV-14 finds %s', (_name, body) => {
    expect(checkBody(body)).toHaveLength(1)
  })

  it('MAP-12 finds an issued value in an address', () => {
    expect(checkBody('', '/sell/inventory/v1/inventory_item/REF-0123456789')).toHaveLength(1)
    expect(checkBody('', '/sell/inventory/v1/inventory_item?mappingReferenceId=1')).toHaveLength(1)
  })

  it('lets a GraphQL document select the field at any depth', () => {
    expect(checkBody(JSON.stringify({ query: selection, variables: { input: { id: 'T1' } } }), graphql)).toEqual([])
  })

  it.each([
    ['a variable', 'query Q($mappingReferenceId: ID) { a { mappingReferenceId } }'],
    ['an argument', '{ a(mappingReferenceId: 1) { b } }'],
    ['a field of an input', '{ a(input: { mappingReferenceId: 1 }) { mappingReferenceId } }'],
    ['a text', '{ a(id: "mappingReferenceId") { b } }'],
    ['a text in a block', '{ a(id: """the mappingReferenceId""") { b } }'],
    ['a comment', '{ a { mappingReferenceId } } # mappingReferenceId'],
    ['an alias', '{ a { mappingReferenceId: sku } }'],
    ['the name of the operation', 'query mappingReferenceId { a }'],
    ['what is no document', 'mappingReferenceId'],
  ])('MAP-12 a document may not name it as %s', (_where, query) => {
    expect(checkBody(JSON.stringify({ query, variables: {} }), graphql)).toEqual([
      `PUT ${graphql} named mappingReferenceId`,
    ])
  })

  it.each([
    ['in the variables', { variables: { input: { mappingReferenceId: 'x' } } }],
    ['as a variable', { variables: { mappingReferenceId: 'x' } }],
    ['beside the document', { operationName: 'mappingReferenceId' }],
  ])('MAP-12 a GraphQL call may not name it %s', (_where, rest) => {
    expect(checkBody(JSON.stringify({ query: selection, ...rest }), graphql)).toHaveLength(1)
  })

  it('MAP-12 makes a platform that received one reject when it stops, so every test checks this', async () => {
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
