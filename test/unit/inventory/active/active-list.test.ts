/** Reading one page of the platform's active listings, and how often the list is read. */
import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '../../../../main/http/request.ts'
import { createActiveClient } from '../../../../main/inventory/active/active-client.ts'
import { waitAfter } from '../../../../main/inventory/active/active-reader.ts'
import { completeProfile } from '../../../../shared/connection/profile.ts'

const DAY_MS = 86_400_000

/** A client whose calls are answered in turn. */
const arrange = (...answers: readonly string[]) => arrangeAt(new Set(), ...answers)

/** `marks`: what is remembered over restarts. */
const arrangeAt = (marks: Set<string>, ...answers: readonly string[]) => {
  const requests: HttpRequest[] = []
  const client = createActiveClient({
    profile: completeProfile({ kind: 'practice', name: 'Shop', platform: 'ebay' }, 'http://127.0.0.1:1'),
    send: async (request) => {
      requests.push(request)
      const body = Buffer.from(answers[requests.length - 1] ?? '')
      return { status: 200, headers: {}, body, bodyCut: false }
    },
    secrets: { get: async () => undefined, set: async () => {}, delete: async () => {} },
    watchCounts: { areRefused: () => marks.has('refused'), noteRefused: () => void marks.add('refused') },
  })
  return { client, requests }
}
const answer = (content: string, ack = 'Success'): string =>
  `<GetMyeBaySellingResponse xmlns="urn:ebay:apis:eBLBaseComponents"><Ack>${ack}</Ack>${content}</GetMyeBaySellingResponse>`
const list = (...items: readonly string[]): string =>
  answer(`<ActiveList><ItemArray>${items.map((item) => `<Item>${item}</Item>`).join('')}</ItemArray></ActiveList>`)
const refusal = (code: number): string =>
  answer(`<Errors><ErrorCode>${code}</ErrorCode><LongMessage>Refused.</LongMessage></Errors>`, 'Failure')

describe('a page of active listings', () => {
  it('FACT-130 takes what the platform calls available, else the quantity without what was sold', async () => {
    const { client } = arrange(
      list(
        '<ItemID>1</ItemID><Quantity>9</Quantity><QuantityAvailable>3</QuantityAvailable>',
        '<ItemID>2</ItemID><Quantity>9</Quantity><SellingStatus><QuantitySold>4</QuantitySold></SellingStatus>',
        '<ItemID>3</ItemID>',
      ),
    )
    expect((await client.getActivePage(1)).listings.map(({ available }) => available)).toEqual([3, 5, null])
  })

  it('LST-13 reads no more pages than the list can have, whatever count is stated', async () => {
    const stated = '<PaginationResult><TotalNumberOfPages>999999999</TotalNumberOfPages></PaginationResult>'
    const { client } = arrange(answer(`<ActiveList>${stated}<ItemArray/></ActiveList>`))
    expect((await client.getActivePage(1)).pages).toBe(125)
  })

  it('FACT-130 knows an auction by its type, and a listing of a new type as neither', async () => {
    const types = ['Chinese', 'FixedPriceItem', 'LeadGeneration']
    const { client } = arrange(
      list(...types.map((type, id) => `<ItemID>${id}</ItemID><ListingType>${type}</ListingType>`)),
    )
    expect((await client.getActivePage(1)).listings.map(({ format }) => format)).toEqual([
      'auction',
      'fixedPrice',
      'other',
    ])
  })

  it('LST-13 leaves out what is no number, no web address, or has no listing number', async () => {
    const { client } = arrange(
      list(
        '<Title>Nameless</Title>',
        '<ItemID>1</ItemID><SKU/><SellingStatus><CurrentPrice currencyID="USD">cheap</CurrentPrice></SellingStatus>' +
          '<PictureDetails><GalleryURL>file:///etc/passwd</GalleryURL></PictureDetails>',
      ),
    )
    expect((await client.getActivePage(1)).listings).toMatchObject([
      { listingId: '1', sku: null, price: null, currency: 'USD', pictureUrl: null },
    ])
  })

  it('LST-13 is empty behind the last page, which may have moved', async () => {
    expect(await arrange(refusal(340)).client.getActivePage(7)).toEqual({ listings: [], pages: 0, total: 0 })
  })

  it('FACT-127 asks without watch counts if the platform does not know that element', async () => {
    const { client, requests } = arrange(refusal(20170), list('<ItemID>1</ItemID>'), list('<ItemID>2</ItemID>'))
    expect((await client.getActivePage(1)).listings).toHaveLength(1)
    await client.getActivePage(2)
    expect(requests.map(({ body }) => body?.includes('IncludeWatchCount'))).toEqual([true, false, false])
  })

  it('FACT-163 remembers over a restart that the platform knows no watch counts', async () => {
    const marks = new Set<string>()
    await arrangeAt(marks, refusal(20170), list('<ItemID>1</ItemID>')).client.getActivePage(1)
    const { client, requests } = arrangeAt(marks, list('<ItemID>1</ItemID>'))
    await client.getActivePage(1)
    expect(requests.map(({ body }) => body?.includes('IncludeWatchCount'))).toEqual([false])
  })

  it('FACT-129 waits when the limit of calls in 15 seconds is reached', async () => {
    await expect(arrange(refusal(518)).client.getActivePage(1)).rejects.toMatchObject({
      detail: { kind: 'rateLimited', retryAfterMs: 15_000 },
    })
  })
})

describe('how often the list is read', () => {
  it('FACT-129 uses less than a sixth of the day’s 5,000 calls in a shop of 25,000 listings', () => {
    const pages = 125
    expect((DAY_MS / waitAfter({ pages, hasMissing: false })) * pages).toBeLessThan(5_000 / 6)
  })

  it('LST-13 looks again soon for a listing that was missing', () => {
    expect(waitAfter({ pages: 1, hasMissing: true })).toBe(60_000)
    expect(waitAfter({ pages: 1, hasMissing: false })).toBe(30 * 60_000)
  })
})
